meta:
  id: sizes
  endian: be
  encoding: ASCII
seq:
  - {id: head, type: header}
  - {id: name, type: str, size: sizeof<header> - 4}
  - {id: rest, size: head.len - head._sizeof}
  - {id: boxed, size: 3, type: header::flags}
instances:
  whole: {value: sizeof<header>}
  number: {value: sizeof<u4> + sizeof<s2> + sizeof<f8>}
  flags_size: {value: head.flags._sizeof}
  len_size: {value: head.len._sizeof}
  inner: {value: sizeof<header::flags>}
  own: {value: head.own}
types:
  header:
    seq:
      - {id: len, type: u2}
      - {id: magic, contents: MG}
      - {id: flags, type: flags}
      - {id: pad, size: 3}
    instances:
      own: {value: _sizeof}
    types:
      flags:
        seq:
          - {id: a, type: b3}
          - {id: b, type: b6}
          - {id: c, type: u1}
