meta:
  id: gif
  endian: le
  encoding: ASCII

seq:
  - {id: magic, contents: GIF}
  - {id: version, type: str, size: 3}
  - {id: width, type: u2}
  - {id: height, type: u2}
  - {id: flags, type: u1}
  - {id: bg, type: u1}
  - {id: aspect, type: u1}
  - id: color_table
    size: color_table_size * 3
    type: color_table
    if: has_color_table
  - id: blocks
    type: block
    repeat: until
    repeat-until: _io.eof or _.block_type == block_type::end_of_file
instances:
  has_color_table: {value: '(flags & 0b1000_0000) != 0'}
  color_table_size: {value: '2 << (flags & 7)'}
types:
  color_table:
    seq:
      - {id: entries, type: entry, repeat: eos}
  entry:
    seq:
      - {id: red, type: u1}
      - {id: green, type: u1}
      - {id: blue, type: u1}
  block:
    seq:
      - {id: block_type, type: u1, enum: block_type}
      - id: body
        type:
          switch-on: block_type
          cases:
            'block_type::extension': extension
            'block_type::image': image
  extension:
    seq:
      - {id: label, type: u1}
      - {id: subblocks, type: subblock, repeat: until, repeat-until: _.len == 0}
  image:
    seq:
      - {id: left, type: u2}
      - {id: top, type: u2}
      - {id: w, type: u2}
      - {id: h, type: u2}
      - {id: flags, type: u1}
      - {id: code, type: u1}
      - {id: subblocks, type: subblock, repeat: until, repeat-until: _.len == 0}
  subblock:
    seq:
      - {id: len, type: u1}
      - {id: bytes, size: len}
enums:
  block_type: {0x21: extension, 0x2c: image, 0x3b: end_of_file}
