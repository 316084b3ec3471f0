meta:
  id: icmp_packet
  endian: be
  encoding: ASCII

seq:
  - {id: icmp_type, type: u1, enum: icmp_type_enum}
  - id: destination_unreachable
    type: destination_unreachable_msg
    if: icmp_type == icmp_type_enum::destination_unreachable
  - id: echo
    type: echo_msg
    if: icmp_type == icmp_type_enum::echo or icmp_type == icmp_type_enum::echo_reply
types:
  destination_unreachable_msg:
    seq:
      - {id: code, type: u1}
      - {id: checksum, type: u2}
  echo_msg:
    seq:
      - {id: code, contents: [0]}
      - {id: checksum, type: u2}
      - {id: identifier, type: u2}
      - {id: seq_num, type: u2}
      - {id: data, size-eos: true}
enums:
  icmp_type_enum:
    0: echo_reply
    3: destination_unreachable
    8: echo
    11: time_exceeded
