meta:
  id: a2s_info
  endian: le
  encoding: UTF-8

seq:
  - {id: single, contents: [0xff, 0xff, 0xff, 0xff]}
  - {id: header, type: u1, valid: 0x49}
  - {id: protocol, type: u1}
  - {id: name, type: strz}
  - {id: map, type: strz}
  - {id: folder, type: strz}
  - {id: game, type: strz}
  - {id: app, type: u2}
  - {id: players, type: u1}
  - {id: max_players, type: u1}
  - {id: bots, type: u1}
  - {id: server_type, type: u1, enum: server_type}
  - {id: environment, type: u1}
  - {id: password, type: u1}
  - {id: vac, type: u1}
  - {id: version, type: strz}
  - {id: edf, type: u1, if: not _io.eof}
  - {id: port, type: u2, if: not _io.eof and (edf & 0x80) != 0}
enums:
  server_type: {0x64: dedicated, 0x6c: listen}
