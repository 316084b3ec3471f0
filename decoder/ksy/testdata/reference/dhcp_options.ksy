meta:
  id: dhcp_options
  endian: be
  encoding: ASCII

seq:
  - {id: op, type: u1}
  - {id: xid, type: u4}
  - {id: cookie, contents: [0x63, 0x82, 0x53, 0x63]}
  - {id: options, type: option, repeat: until, repeat-until: _.code == 255}
types:
  option:
    seq:
      - {id: code, type: u1}
      - {id: len, type: u1, if: code != 255 and code != 0}
      - {id: data, size: len, if: code != 255 and code != 0}
