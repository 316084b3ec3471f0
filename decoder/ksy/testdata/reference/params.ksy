meta:
  id: params
  endian: le
  encoding: ASCII
seq:
  - {id: n, type: u1}
  - id: list
    type: entry(_index, n > 2)
    repeat: expr
    repeat-expr: n2
  - id: one
    type: entry(7, true)
  - id: deep
    type: {switch-on: n, cases: {0: 'pair(one, n)', _: 'pair(one, 5)'}}
  - {id: kinds, type: kinded(e::b)}
instances:
  n2:
    value: n & 3
enums:
  e:
    1: a
    2: b
types:
  entry:
    params:
      - {id: width, type: u4}
      - {id: wide, type: bool}
    seq:
      - {id: v, type: u1}
      - {id: extra, type: u2, if: wide}
      - {id: sz, size: width & 1}
    instances:
      sum:
        value: v + width
      no_extra:
        value: extra == 3
      an_extra:
        value: extra != 3
  pair:
    params:
      - {id: other, type: entry}
      - {id: k, type: u4}
    seq:
      - {id: x, type: u1}
      - {id: again, type: same(k), if: k > 0}
    instances:
      total:
        value: other.v + k
    types:
      same:
        params:
          - {id: depth, type: u2}
        seq:
          - {id: y, type: u1}
        instances:
          plus:
            value: y + depth
  kinded:
    params:
      - {id: kind, type: u1, enum: e}
    seq:
      - {id: z, type: u1}
    instances:
      is_b:
        value: kind == e::b
