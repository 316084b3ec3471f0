meta:
  id: operators
  endian: be
  encoding: ASCII

seq:
  - {id: a, type: u1}
  - {id: b, type: s1}
  - {id: list, type: u1, repeat: expr, repeat-expr: 4}
  - {id: t, type: str, size: 4}
instances:
  x1: {value: a / 3}
  x2: {value: b / 3}
  x3: {value: b % 5}
  x4: {value: a << 3 | 1}
  x5: {value: '~a & 0xff'}
  x6: {value: a ^ 0x55}
  x7: {value: '(a > 5 and b < 0) ? 10 : 20'}
  x8: {value: list.max - list.min}
  x9: {value: list.first * 100 + list.last}
  x10: {value: t.length}
  x11: {value: 't == "abcd"'}
  x12: {value: 't.substring(1, 3)'}
  x13: {value: 'not (a == 7)'}
  x14: {value: -a + 2 * 3 - 4}
  x15: {value: a - 1 - 1}
  x16: {value: 0x1F + 0b11 + 0o17 + 1_000}
  x17: {value: 't.reverse'}
  x18: {value: '"12".to_i + 1'}
  x19: {value: 'a.to_s + "!"'}
