meta:
  id: valids
  endian: le
  encoding: ASCII
seq:
  - id: a
    type: u1
    valid: {min: 0, max: 200}
  - id: b
    type: u1
    valid: {any-of: [0, 1, 2, 3, 4]}
  - id: c
    contents: [1, "ab", 0x7f]
  - id: d
    type: u1
    valid: {expr: _ <= a or true}
  - id: f
    type: f4
    valid: {min: -1e9}
  - id: t
    type: b4
    valid: {max: 15}
  - {id: u, type: b4, enum: e}
  - {id: flag, type: b1}
  - {id: rest, type: b15}
  - {id: odd, type: b3}
  - {id: half, type: b13}
  - {id: x, type: u1, if: flag}
  - {id: y, type: u1, if: flag and t > 3}
  - id: en
    type: u1
    enum: e
    valid: {in-enum: true}
instances:
  u_is:
    value: u == e::one
  flagi:
    value: flag.to_i
  fl:
    value: flag == false
enums:
  e:
    0: zero
    1: one
    2: two
    3: three
    4: four
