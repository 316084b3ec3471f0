meta:
  id: vlq_list
  endian: be
  encoding: ASCII

seq:
  - {id: num, type: vlq}
  - {id: items, type: vlq, repeat: expr, repeat-expr: num.value}
types:
  vlq:
    seq:
      - {id: groups, type: group, repeat: until, repeat-until: not _.has_next}
    instances:
      last: {value: groups.size - 1}
      value:
        value: |
          groups[last].value
          + (last >= 1 ? (groups[last - 1].value << 7) : 0)
          + (last >= 2 ? (groups[last - 2].value << 14) : 0)
  group:
    seq:
      - {id: b, type: u1}
    instances:
      has_next: {value: (b & 0b1000_0000) != 0}
      value: {value: b & 0b0111_1111}
