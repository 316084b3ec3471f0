meta:
  id: counted
  encoding: ASCII
seq:
  - {id: n, type: u1}
  - {id: text, type: str, size: n}
