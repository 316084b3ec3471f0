meta:
  id: dns_query
  endian: be
  encoding: UTF-8

seq:
  - {id: transaction_id, type: u2}
  - {id: qr, type: b1}
  - {id: opcode, type: b4}
  - {id: aa, type: b1}
  - {id: tc, type: b1}
  - {id: rd, type: b1}
  - {id: ra, type: b1}
  - {id: z, type: b3}
  - {id: rcode, type: b4}
  - {id: qdcount, type: u2}
  - {id: ancount, type: u2}
  - {id: nscount, type: u2}
  - {id: arcount, type: u2}
  - {id: queries, type: query, repeat: expr, repeat-expr: qdcount}
types:
  query:
    seq:
      - {id: name, type: domain_name}
      - {id: type, type: u2, enum: type_type}
      - {id: query_class, type: u2}
  domain_name:
    seq:
      - {id: labels, type: label, repeat: until, repeat-until: _.length == 0}
  label:
    seq:
      - {id: length, type: u1}
      - {id: name, type: str, size: length}
enums:
  type_type: {1: a, 28: aaaa}
