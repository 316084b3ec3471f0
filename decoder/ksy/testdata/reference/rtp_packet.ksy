meta:
  id: rtp_packet
  endian: be
  encoding: ASCII

seq:
  - {id: version, type: b2}
  - {id: has_padding, type: b1}
  - {id: has_extension, type: b1}
  - {id: csrc_count, type: b4}
  - {id: marker, type: b1}
  - {id: payload_type, type: b7}
  - {id: sequence_number, type: u2}
  - {id: timestamp, type: u4}
  - {id: ssrc, type: u4}
  - {id: csrc, type: u4, repeat: expr, repeat-expr: csrc_count}
  - {id: ext_id, type: u2, if: has_extension}
  - {id: ext_len, type: u2, if: has_extension}
  - {id: ext, size: 4 * ext_len, if: has_extension}
  - {id: data, size-eos: true}
