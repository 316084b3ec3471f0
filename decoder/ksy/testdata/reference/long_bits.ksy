meta:
  id: long_bits
  endian: be
  encoding: ASCII
seq:
  - {id: a, type: b1}
  - {id: b, type: b15}
  - {id: c, type: b16}
  - {id: d, type: b24}
  - {id: e, type: b16}
  - {id: f, type: b12}
  - {id: g, type: b4}
  - {id: x, type: item}
  - {id: h, type: b3}
types:
  item:
    seq:
      - {id: i, type: b20}
      - {id: j, type: b4}
    instances:
      jj:
        value: j + 1
