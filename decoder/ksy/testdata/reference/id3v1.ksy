meta:
  id: id3v1
  endian: be
  encoding: ISO-8859-1

seq:
  - {id: magic, contents: TAG}
  - {id: title, type: strz, size: 30}
  - {id: artist, type: str, size: 30, terminator: 0}
  - {id: album, type: str, size: 30, pad-right: 32}
  - {id: year, type: str, size: 4}
  - {id: comment, size: 30, terminator: 0}
  - {id: genre, type: u1, enum: genre}
instances:
  year_number: {value: year.to_i}
enums:
  genre: {0: blues, 17: rock}
