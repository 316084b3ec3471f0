meta:
  id: low_bits
  bit-endian: le
  encoding: ASCII
seq:
  - {id: a, type: b5}
  - {id: b, type: b6}
  - {id: c, type: b5}
  - {id: d, type: b1}
  - {id: e, type: b2}
  - {id: f, type: b30}
  - {id: g, type: b7}
  - {id: t, type: tail}
types:
  tail:
    seq:
      - {id: x, type: b3}
      - {id: y, type: b13}
      - {id: z, type: b4}
      - {id: w, type: u1}
