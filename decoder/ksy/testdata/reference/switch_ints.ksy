meta:
  id: switch_ints
  endian: le
  encoding: ASCII

seq:
  - {id: size_code, type: u1}
  - id: value
    type:
      switch-on: size_code
      cases:
        1: u1
        2: u2
        4: u4be
        5: strz
        _: f4
  - {id: tail, size-eos: true}
