meta:
  id: switches
  endian: le
  encoding: ASCII
seq:
  - {id: k, type: u1, enum: kinds}
  - id: body
    type: {switch-on: k, cases: {kinds::num: u2, kinds::txt: strz, kinds::obj: obj, _: u1}}
  - {id: neg, type: s1}
  - id: nb
    type: {switch-on: neg, cases: {-1: u1, 0: u2, 1: u4be}}
  - id: bool
    type: {switch-on: neg > 0, cases: {true: u1, false: u2}}
  - {id: tag, type: str, size: 1}
  - id: ts
    type: {switch-on: tag, cases: {'"a"': u1, '"b"': u2, _: obj}}
  - {id: len, type: u1}
  - id: sized
    size: len & 7
    type: {switch-on: len & 1, cases: {0: obj3, 1: obj2}}
  - id: sized2
    size: 2
    type: {switch-on: len, cases: {99: obj3}}
  - id: arr
    type: {switch-on: k, cases: {kinds::num: u2, _: u1}}
    repeat: expr
    repeat-expr: 2
instances:
  after:
    value: 'k == kinds::obj ? 1 : 2'
enums:
  kinds:
    0: num
    1: txt
    2: obj
types:
  obj:
    seq:
      - {id: p, type: u1}
  obj3:
    seq:
      - {id: p, type: u1}
      - {id: rest, size-eos: true}
  obj2:
    seq:
      - {id: all, size-eos: true}
