meta:
  id: tga_header
  endian: le
  encoding: ASCII

seq:
  - {id: image_id_len, type: u1}
  - {id: color_map_type, type: u1}
  - {id: image_type, type: u1, valid: {any-of: [0, 1, 2, 3, 9, 10, 11]}}
  - {id: color_map_ofs, type: u2}
  - {id: num_color_map, type: u2}
  - {id: color_map_depth, type: u1}
  - {id: x_offset, type: u2}
  - {id: y_offset, type: u2}
  - {id: width, type: u2}
  - {id: height, type: u2}
  - {id: image_depth, type: u1}
  - {id: descriptor, type: u1}
  - {id: image_id, size: image_id_len}
  - id: color_map
    size: (color_map_depth + 7) / 8
    repeat: expr
    repeat-expr: num_color_map
    if: color_map_type == 1
  - {id: data, size-eos: true}
