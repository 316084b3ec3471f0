meta:
  id: texts
  endian: le
  encoding: UTF-8
seq:
  - {id: n, type: u1}
  - {id: s, type: str, size: n}
  - {id: z, type: strz}
  - {id: w, type: strz, encoding: UTF-16LE}
  - {id: wb, type: str, encoding: UTF-16BE, size: 6}
  - {id: l, type: str, size: 3, encoding: ISO-8859-1}
  - {id: num, type: str, size: 3}
  - {id: hexnum, type: str, size: 2}
instances:
  slen:
    value: s.length
  zrev:
    value: z.reverse
  zsub:
    value: z.substring(0, 2)
  zplus:
    value: z + "-" + s
  eqs:
    value: s == z
  lt:
    value: s < z
  wlen:
    value: w.length
  llen:
    value: l.length
  wbeq:
    value: wb == "abc"
  num_i:
    value: num.to_i
  hex_i:
    value: hexnum.to_i(16)
  esc:
    value: '"a\tb\u00e9"'
  esclen:
    value: '"a\u00e9".length'
  single:
    value: "'a\\tb'.length"
  leq:
    value: l == "\u00e9ab"
  lplus:
    value: l + s
