meta:
  id: terminal_description
  title: Description of a terminal
  license: MIT OR Apache-2.0
  endian: le
  encoding: ASCII
seq:
  - {id: magic, type: s2, enum: magic, valid: {in-enum: true}}
  - {id: len_names, type: s2}
  - {id: num_flags, type: s2}
  - {id: num_numbers, type: s2}
  - {id: num_texts, type: s2}
  - {id: len_table, type: s2}
  - {id: names, type: strz, size: len_names}
  - {id: flags, type: s1, repeat: expr, repeat-expr: num_flags}
  - {id: padding, size: 1, if: (len_names + num_flags) % 2 == 1}
  - {id: numbers, type: {switch-on: magic, cases: {'magic::short': s2, 'magic::long': s4}}, repeat: expr, repeat-expr: num_numbers}
  - {id: texts, type: text, repeat: expr, repeat-expr: num_texts}
  - {id: table, size: len_table}
  - {id: rest, size-eos: true}
instances:
  ofs_table: {value: 12 + len_names + num_flags + (len_names + num_flags) % 2 + num_numbers * len_number + num_texts * 2}
  len_number: {value: 'magic == magic::short ? 2 : 4'}
types:
  text:
    seq:
      - {id: offset, type: s2}
    instances:
      text: {pos: _root.ofs_table + offset, type: strz, encoding: ISO-8859-1, if: offset >= 0}
      is_there: {value: offset != -1}
enums:
  magic:
    0x11a: short
    0x21e: long
