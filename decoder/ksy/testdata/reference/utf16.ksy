meta:
  id: utf16
  endian: le
  encoding: UTF-16LE

seq:
  - {id: len, type: u2}
  - {id: name, type: str, size: len * 2}
  - {id: big, type: str, size: 4, encoding: UTF-16BE}
