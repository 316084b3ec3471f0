meta:
  id: tlv_list
  endian: be
  encoding: ASCII

seq:
  - {id: items, type: tlv, repeat: eos}
types:
  tlv:
    seq:
      - {id: tag, type: u1}
      - {id: len, type: u2}
      - id: value
        size: len
        type:
          switch-on: tag
          cases:
            1: num
            2: text
            3: list
  num:
    seq:
      - {id: v, type: u4}
  text:
    seq:
      - {id: s, type: str, size-eos: true}
  list:
    seq:
      - {id: items, type: tlv, repeat: eos}
