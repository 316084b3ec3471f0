meta:
  id: numbers
  endian: le
  encoding: ASCII
seq:
  - {id: a, type: s4}
  - {id: b, type: s2}
  - {id: c, type: u4}
  - {id: d, type: u1}
  - {id: e, type: s8}
  - {id: f, type: f4}
instances:
  div:
    value: a / 3
  divn:
    value: a / -3
  mod:
    value: a % 5
  modn:
    value: -7 % 3
  inv:
    value: ~d
  shl:
    value: d << 3
  shr:
    value: a >> 1
  band:
    value: a & 0xff
  bor:
    value: a | 1
  bxor:
    value: a ^ d
  cmp:
    value: a < b and b < d or not (d == 3)
  notc:
    value: not d == 3
  tern:
    value: 'd == 0 ? 1 : d == 1 ? 2 : d == 2 ? 3 : -1'
  lit:
    value: 0xff_ff + 0b1010_0101 + 0o17 + 1_000
  lst:
    value: '[1, 2, 300][1]'
  lmax:
    value: '[1, 5, 3].max + [4, 2].min + [9, 8].first + [7, 6].last + [1, 2].size'
  ft:
    value: f.to_i
  ff:
    value: f * 2.5 + 1
  fd:
    value: f / 4
  bt:
    value: (d > 3).to_i
  strn:
    value: d.to_s + "x"
  prec:
    value: 1 + 2 * 3 << 1 & 7 | 8
  prec2:
    value: d & 3 == 1
  prec3:
    value: 2 - 3 - 4
  prec4:
    value: 100 / 7 / 2
  unary:
    value: -d + -(-3)
  big:
    value: e + 1
  feq:
    value: f == 1.5
  flt:
    value: f < a
  expo:
    value: 1.5e3 + 2e-1
