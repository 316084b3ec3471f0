meta:
  id: nested
  endian: le
  encoding: ASCII

seq:
  - {id: outer, type: block, size: 12}
  - {id: index_list, type: entry, repeat: expr, repeat-expr: 3}
types:
  block:
    seq:
      - {id: n, type: u1}
      - {id: inner, type: inner, size: n}
      - {id: rest, size-eos: true}
    types:
      inner:
        seq:
          - {id: own, type: u1}
          - {id: parent_n, size: _parent.n - 2}
          - {id: io, type: u1, if: '_io.size == 4 and not _io.eof'}
  entry:
    seq:
      - {id: v, type: u1}
