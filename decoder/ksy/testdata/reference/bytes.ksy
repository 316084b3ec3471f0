meta:
  id: bytes
  endian: le
  encoding: ASCII
seq:
  - {id: a, terminator: 0x2c}
  - {id: b, terminator: 0x2c}
  - {id: c, terminator: 0x2c, consume: false}
  - {id: comma, type: u1}
  - {id: d, size: 6, terminator: 0x2c}
  - {id: e, size: 6, pad-right: 0x20}
  - {id: f, size: 6, terminator: 0x2c, pad-right: 0x20, include: true}
  - {id: g, type: str, size: 6, terminator: 0x2c, pad-right: 0x20, encoding: ASCII}
  - {id: h, type: strz, size: 4, encoding: ASCII}
  - {id: k, type: sub, size: 4}
  - {id: m, terminator: 0x2c}
  - {id: z, size-eos: true, terminator: 0x2c}
instances:
  cmpb:
    value: a == [0x30, 0x31]
  cmplt:
    value: a < b
  alen:
    value: a.length
  a0:
    value: 'a.length > 0 ? a[0] : 0'
  last:
    value: 'a.length > 0 ? a.last : 0'
  as_s:
    value: a.to_s("ASCII") + "!"
types:
  sub:
    seq:
      - {id: x, type: u1}
      - {id: rest, size-eos: true}
