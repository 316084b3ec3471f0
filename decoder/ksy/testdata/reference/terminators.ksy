meta:
  id: terminators
  endian: be
  encoding: ASCII

seq:
  - {id: a, type: str, terminator: 0x3b}
  - {id: b, type: str, terminator: 0x3b}
  - {id: c, type: str, terminator: 0x3b, consume: false}
  - {id: semicolon, contents: ';'}
  - {id: d, terminator: 0x0a}
  - {id: e, type: strz, size: 8}
  - {id: f, type: strz, eos-error: false}
