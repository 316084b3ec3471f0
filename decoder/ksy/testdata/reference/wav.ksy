meta:
  id: wav
  endian: le
  encoding: ASCII

seq:
  - {id: riff, contents: RIFF}
  - {id: len, type: u4}
  - {id: wave, contents: WAVE}
  - {id: chunks, type: chunk, repeat: eos}
types:
  chunk:
    seq:
      - {id: id, type: u4be, enum: fourcc}
      - {id: len, type: u4}
      - id: body
        size: len
        type:
          switch-on: id
          cases:
            'fourcc::fmt': format
      - {id: pad, size: len % 2}
  format:
    seq:
      - {id: tag, type: u2}
      - {id: channels, type: u2}
      - {id: rate, type: u4}
      - {id: bytes_per_second, type: u4}
      - {id: align, type: u2}
      - {id: bits, type: u2}
enums:
  fourcc: {0x666d7420: fmt, 0x64617461: data}
