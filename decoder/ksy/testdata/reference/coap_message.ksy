meta:
  id: coap_message
  title: CoAP message (RFC 7252)
  endian: be
  encoding: UTF-8
seq:
  - {id: version, type: b2, valid: 1}
  - {id: kind, type: b2, enum: kinds}
  - {id: len_token, type: b4, valid: {max: 8}}
  - {id: code, type: u1}
  - {id: message_id, type: u2}
  - {id: token, size: len_token}
  - {id: options, type: option, repeat: until, repeat-until: _.is_marker or _io.eof, if: not _io.eof}
  - {id: payload, size-eos: true, if: not _io.eof}
types:
  option:
    seq:
      - {id: delta, type: b4}
      - {id: length, type: b4}
      - {id: delta_1, type: u1, if: delta == 13}
      - {id: delta_2, type: u2, if: delta == 14}
      - {id: length_1, type: u1, if: length == 13}
      - {id: length_2, type: u2, if: length == 14}
      - {id: value, size: full_length, if: not is_marker}
    instances:
      is_marker: {value: delta == 15 and length == 15}
      full_delta: {value: "delta == 13 ? delta_1 + 13 : delta == 14 ? delta_2 + 269 : delta"}
      full_length: {value: "length == 13 ? length_1 + 13 : length == 14 ? length_2 + 269 : length"}
enums:
  kinds: {0: confirmable, 1: non_confirmable, 2: acknowledgement, 3: reset}
