meta:
  id: quake_mdl_header
  endian: le
  encoding: ASCII

seq:
  - {id: ident, contents: IDPO}
  - {id: version, type: s4, valid: 6}
  - {id: scale, type: vec3}
  - {id: origin, type: vec3}
  - {id: radius, type: f4}
  - {id: num_skins, type: s4}
  - {id: skins, type: skin, repeat: expr, repeat-expr: num_skins}
types:
  vec3:
    seq:
      - {id: x, type: f4}
      - {id: y, type: f4}
      - {id: z, type: f4}
  skin:
    seq:
      - {id: group, type: s4}
      - {id: single, size: 4, if: group == 0}
      - {id: num_frames, type: u4, if: group != 0}
      - {id: times, type: f4, repeat: expr, repeat-expr: num_frames, if: group != 0}
