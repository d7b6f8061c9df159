meta:
  id: dns_message
  title: Message of DNS
  license: MIT OR Apache-2.0
  endian: be
  encoding: ASCII
seq:
  - {id: number, type: u2}
  - {id: is_answer, type: b1}
  - {id: operation, type: b4, enum: operation}
  - {id: is_authoritative, type: b1}
  - {id: is_cut, type: b1}
  - {id: wants_recursion, type: b1}
  - {id: has_recursion, type: b1}
  - {id: reserved, type: b3}
  - {id: result, type: b4, enum: result}
  - {id: num_questions, type: u2}
  - {id: num_answers, type: u2}
  - {id: num_authorities, type: u2}
  - {id: num_others, type: u2}
  - {id: questions, type: question, repeat: expr, repeat-expr: num_questions}
  - {id: records, type: record, repeat: expr, repeat-expr: num_answers + num_authorities + num_others}
types:
  name:
    seq:
      - {id: labels, type: label, repeat: until, repeat-until: _.len == 0 or _.is_pointer}
  label:
    seq:
      - {id: len, type: u1}
      - {id: low, type: u1, if: is_pointer}
      - {id: text, type: str, size: len, if: not is_pointer}
    instances:
      is_pointer: {value: len >= 0xc0}
      rest: {io: _root._io, pos: ((len & 0x3f) << 8) | low, type: name, if: is_pointer}
  question:
    seq:
      - {id: name, type: name}
      - {id: type, type: u2, enum: type}
      - {id: of_class, type: u2}
  record:
    seq:
      - {id: name, type: name}
      - {id: type, type: u2, enum: type}
      - {id: of_class, type: u2}
      - {id: seconds, type: s4}
      - {id: len, type: u2}
      - id: body
        size: len
        type:
          switch-on: type
          cases:
            type::a: address
            type::ns: name
            type::cname: name
            type::mx: exchange
            type::txt: texts
  address:
    seq:
      - {id: parts, type: u1, repeat: expr, repeat-expr: 4}
    instances:
      text: {value: 'parts[0].to_s + "." + parts[1].to_s + "." + parts[2].to_s + "." + parts[3].to_s'}
  exchange:
    seq:
      - {id: preference, type: u2}
      - {id: name, type: name}
  texts:
    seq:
      - {id: texts, type: text, repeat: eos}
  text:
    seq:
      - {id: len, type: u1}
      - {id: text, type: str, size: len}
enums:
  operation:
    0: query
    2: status
  result:
    0: fine
    1: malformed
    2: server_failed
    3: no_such_name
  type:
    1: a
    2: ns
    5: cname
    15: mx
    16: txt
    28: aaaa
