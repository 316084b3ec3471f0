meta:
  id: png_chunks
  endian: be
  encoding: UTF-8

seq:
  - {id: magic, contents: [0x89, 'PNG', 13, 10, 26, 10]}
  - id: chunks
    type: chunk
    repeat: until
    repeat-until: _.type == "IEND" or _io.eof
types:
  chunk:
    seq:
      - {id: len, type: u4}
      - {id: type, type: str, size: 4}
      - id: body
        size: len
        type:
          switch-on: type
          cases:
            '"IHDR"': ihdr
            '"tEXt"': text_chunk
      - {id: crc, size: 4}
  ihdr:
    seq:
      - {id: width, type: u4}
      - {id: height, type: u4}
      - {id: bit_depth, type: u1}
      - {id: color_type, type: u1, enum: color}
      - {id: rest, size-eos: true}
  text_chunk:
    seq:
      - {id: keyword, type: strz, encoding: ISO-8859-1}
      - {id: text, type: str, size-eos: true, encoding: ISO-8859-1}
enums:
  color: {0: grey, 2: truecolor, 3: indexed, 6: truecolor_alpha}
