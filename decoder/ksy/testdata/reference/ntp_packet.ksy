meta:
  id: ntp_packet
  endian: be
  encoding: ASCII

seq:
  - {id: leap, type: b2}
  - {id: version, type: b3}
  - {id: mode, type: b3}
  - {id: stratum, type: u1}
  - {id: poll, type: s1}
  - {id: precision, type: s1}
  - {id: root_delay, type: s4}
  - {id: root_dispersion, type: u4}
  - {id: reference_id, size: 4}
  - {id: times, type: timestamp, repeat: expr, repeat-expr: 4}
types:
  timestamp:
    seq:
      - {id: seconds, type: u4}
      - {id: fraction, type: u4}
    instances:
      unix: {value: seconds - 2208988800}
