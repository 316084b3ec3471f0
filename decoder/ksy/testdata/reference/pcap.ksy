meta:
  id: pcap
  endian: le
  encoding: ASCII

seq:
  - {id: magic, contents: [0xd4, 0xc3, 0xb2, 0xa1]}
  - {id: major, type: u2}
  - {id: minor, type: u2}
  - {id: zone, type: s4}
  - {id: sigfigs, type: u4}
  - {id: snaplen, type: u4}
  - {id: network, type: u4}
  - {id: packets, type: packet, repeat: eos}
types:
  packet:
    seq:
      - {id: ts_sec, type: u4}
      - {id: ts_usec, type: u4}
      - {id: incl_len, type: u4}
      - {id: orig_len, type: u4}
      - id: body
        size: 'incl_len < _root.snaplen ? incl_len : _root.snaplen'
