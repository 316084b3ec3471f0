meta:
  id: absent
  endian: be
  encoding: ASCII

seq:
  - {id: kind, type: u1}
  - {id: size, type: u2, if: kind == 1}
  - {id: name, type: strz, if: kind == 2}
  - {id: raw, size: 2, if: kind >= 2}
  - {id: part, type: pair, if: kind == 1}
  - {id: sized, type: pair, size: part.b, if: kind == 1 and part.total == 4}
  - {id: after, type: u1, if: size == 5}
  - {id: other, type: u1, if: size != 5}
  - {id: more, type: u1, if: twice == 10}
  - {id: less, type: u1, if: 'kind == 1 and part.total == 3'}
  - {id: list, type: u1, if: 'name != "ab" and kind != 5', repeat: eos}
instances:
  twice: {value: size * 2, if: kind == 1}
  again: {value: twice}
  same: {value: size}
  is_ten: {value: twice == 10}
  not_ten: {value: twice != 10}
  both: {value: again == same}
  total: {value: part.total, if: kind == 1}
  named: {value: name, if: 'kind == 2'}
types:
  pair:
    seq:
      - {id: a, type: u1}
      - {id: b, type: u1}
    instances:
      total: {value: a + b, if: a > 0}
