meta:
  id: scopes
  endian: be
  encoding: ASCII
seq:
  - {id: n, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: n}
  - {id: box, type: box, size: 5}
  - {id: tail, type: u1}
instances:
  count:
    value: items.size
  sum:
    value: 'n > 0 ? items[0].v + items.last.v : 0'
  first_kind:
    value: 'n > 0 ? items.first.kind : item::kind::neg'
  kind_num:
    value: 'n > 0 ? items.first.kind.to_i : 9'
  isa:
    value: n > 0 and items.first.kind == item::kind::beta
types:
  item:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: v, type: u2}
      - {id: pos_after, type: u1, if: _io.pos < 10}
    instances:
      idx:
        value: _parent.n
      rootn:
        value: _root.n * 2
      is_beta:
        value: kind == kind::beta
    enums:
      kind:
        0: alpha
        1: beta
        -1: neg
    types:
      deep:
        seq:
          - {id: x, type: u1}
  box:
    seq:
      - {id: a, type: u1}
      - {id: inner, type: inner}
      - {id: sz, size: _io.size - _io.pos}
    instances:
      d:
        value: inner.up
    types:
      inner:
        seq:
          - {id: q, type: u1}
          - {id: d, type: item::deep}
        instances:
          up:
            value: _parent._parent.n + _root.n
          eof:
            value: _io.eof
          size:
            value: _io.size
