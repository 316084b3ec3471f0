meta:
  id: imports
  endian: le
  imports:
    - /common/pair_of
    - counted
seq:
  - {id: head, type: u2}
  - {id: pairs, type: pair_of, repeat: expr, repeat-expr: 2}
  - {id: tail, type: counted}
  - {id: inner, type: pair_of::inner}
instances:
  total: {value: "pairs[0].sum + pairs[1].sum"}
  is_red: {value: 'inner.v == pair_of::color::red'}
