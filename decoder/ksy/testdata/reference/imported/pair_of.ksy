meta:
  id: pair_of
  endian: be
  imports:
    - counted
seq:
  - {id: a, type: u2}
  - {id: b, type: counted}
  - {id: c, type: inner, if: a > 1}
instances:
  sum: {value: a + b.n}
types:
  inner:
    seq:
      - {id: v, type: u1, enum: color}
enums:
  color: {1: red, 2: green}
