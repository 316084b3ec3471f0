meta:
  id: udp_datagram
  endian: be
  encoding: ASCII

seq:
  - id: src_port
    type: u2
  - id: dst_port
    type: u2
  - id: length
    type: u2
    valid:
      min: 8
  - id: checksum
    type: u2
  - id: body
    size: length - 8
