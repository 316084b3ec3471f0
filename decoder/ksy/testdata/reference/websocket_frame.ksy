meta:
  id: websocket_frame
  endian: be
  encoding: ASCII

seq:
  - {id: finished, type: b1}
  - {id: reserved, type: b3}
  - {id: opcode, type: b4, enum: opcode}
  - {id: is_masked, type: b1}
  - {id: len1, type: b7}
  - {id: len2, type: u2, if: len1 == 126}
  - {id: mask_key, type: u4, if: is_masked}
  - id: payload_text
    size: 'len1 == 126 ? len2 : len1'
    type: str
    encoding: UTF-8
enums:
  opcode: {0: continuation, 1: text, 2: binary, 8: close}
