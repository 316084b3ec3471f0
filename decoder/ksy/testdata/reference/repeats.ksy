meta:
  id: repeats
  endian: le
  encoding: ASCII
seq:
  - {id: n, type: u1}
  - {id: sq, type: u2, repeat: expr, repeat-expr: n3}
  - {id: m, type: grp, repeat: expr, repeat-expr: n3 - 1}
  - {id: un, type: s2, repeat: until, repeat-until: _ == 3 or un.size == 4}
  - {id: unp, type: pair, repeat: until, repeat-until: _.a > 1}
  - {id: strs, type: strz, encoding: ASCII, repeat: expr, repeat-expr: 2}
  - {id: var, size: _index + 1, repeat: expr, repeat-expr: 2}
  - {id: rest, type: pair, repeat: eos}
instances:
  n3:
    value: n & 3
  total:
    value: sq.size + un.size
  mx:
    value: 'sq.size > 0 ? sq.max : 0'
  lastp:
    value: unp.last.b
types:
  grp:
    seq:
      - {id: idx, type: u1}
      - {id: g2, type: u2, repeat: expr, repeat-expr: g3}
    instances:
      g3:
        value: _parent.sq[0] & 1
  pair:
    seq:
      - {id: a, type: u1}
      - {id: b, type: u1}
