meta:
  id: tcp_segment
  endian: be
  encoding: ASCII

seq:
  - {id: src_port, type: u2}
  - {id: dst_port, type: u2}
  - {id: seq_num, type: u4}
  - {id: ack_num, type: u4}
  - {id: data_offset, type: b4}
  - {id: reserved, type: b4}
  - {id: cwr, type: b1}
  - {id: ece, type: b1}
  - {id: urg, type: b1}
  - {id: ack, type: b1}
  - {id: psh, type: b1}
  - {id: rst, type: b1}
  - {id: syn, type: b1}
  - {id: fin, type: b1}
  - {id: window_size, type: u2}
  - {id: checksum, type: u2}
  - {id: urgent_pointer, type: u2}
  - id: options
    size: data_offset * 4 - 20
    if: data_offset * 4 - 20 != 0
  - {id: body, size-eos: true}
