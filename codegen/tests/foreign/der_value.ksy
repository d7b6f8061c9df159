meta:
  id: der_value
  title: Value of ASN.1, encoded by the distinguished rules
  file-extension: der
  license: MIT OR Apache-2.0
  endian: be
  encoding: UTF-8
seq:
  - {id: class_of_tag, type: b2, enum: tag_class}
  - {id: is_constructed, type: b1}
  - {id: tag, type: b5, enum: tag}
  - {id: len, type: length}
  - id: body
    size: len.value
    type:
      switch-on: is_constructed
      cases:
        true: values
        false: primitive(tag)
types:
  length:
    seq:
      - {id: first, type: u1}
      - {id: bytes, type: u1, repeat: expr, repeat-expr: first & 0x7f, if: first >= 0x80}
    instances:
      value:
        value: 'first < 0x80 ? first : first == 0x81 ? bytes[0] : first == 0x82 ? bytes[0] << 8 | bytes[1] : bytes[0] << 16 | bytes[1] << 8 | bytes[2]'
  values:
    seq:
      - {id: values, type: der_value, repeat: eos}
  primitive:
    params:
      - {id: tag, type: u1, enum: tag}
    seq:
      - id: value
        size-eos: true
        type:
          switch-on: tag
          cases:
            tag::object_id: object_id
            tag::boolean: boolean
            tag::utf8: text
            tag::printable: text
  boolean:
    seq:
      - {id: value, type: u1, valid: {any-of: [0, 0xff]}}
  text:
    seq:
      - {id: text, type: str, size-eos: true}
  object_id:
    seq:
      - {id: first, type: u1}
      - {id: rest, type: number, repeat: eos}
    instances:
      root: {value: first / 40}
      second: {value: first % 40}
  number:
    seq:
      - {id: groups, type: group, repeat: until, repeat-until: not _.has_more}
    instances:
      value: {value: 'groups.size == 1 ? groups[0].bits : groups.size == 2 ? groups[0].bits << 7 | groups[1].bits : groups[0].bits << 14 | groups[1].bits << 7 | groups[2].bits'}
  group:
    seq:
      - {id: has_more, type: b1}
      - {id: bits, type: b7}
enums:
  tag_class:
    0: universal
    1: application
    2: context
    3: private
  tag:
    1: boolean
    2: integer
    3: bit_string
    4: octet_string
    5: nothing
    6: object_id
    12: utf8
    16: sequence
    17: set
    19: printable
    23: time
