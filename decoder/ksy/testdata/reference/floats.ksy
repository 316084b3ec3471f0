meta:
  id: floats
  endian: le
  encoding: ASCII

seq:
  - {id: a, type: f4}
  - {id: b, type: f8}
  - {id: c, type: f4be}
  - {id: d, type: f8be}
  - {id: e, type: s8}
  - {id: f, type: s2be}
  - {id: g, type: s4be}
instances:
  sum: {value: a + b}
