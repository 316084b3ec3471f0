meta:
  id: tftp
  endian: be
  encoding: ASCII

seq:
  - {id: opcode, type: u2, enum: op}
  - id: body
    size-eos: true
    type:
      switch-on: opcode
      cases:
        op::rrq: request
        op::wrq: request
        op::data: data
        op::error: failure
        _: other
types:
  request:
    seq:
      - {id: file, type: strz}
      - {id: mode, type: strz}
  data:
    seq:
      - {id: block, type: u2}
      - {id: data, size-eos: true}
  failure:
    seq:
      - {id: code, type: u2}
      - {id: message, type: str, terminator: 0}
  other:
    seq:
      - {id: bytes, size-eos: true}
enums:
  op: {1: rrq, 2: wrq, 3: data, 4: ack, 5: error}
