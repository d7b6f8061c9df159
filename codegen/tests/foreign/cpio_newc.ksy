meta:
  id: cpio_newc
  title: Archive of cpio, with numbers as text
  license: MIT OR Apache-2.0
  encoding: UTF-8
seq:
  - {id: files, type: file, repeat: until, repeat-until: _.is_trailer}
  - {id: rest, size-eos: true}
types:
  file:
    seq:
      - id: magic
        type: str
        size: 6
        valid:
          any-of: ['"070701"', '"070702"']
      - {id: numbers, type: number, repeat: expr, repeat-expr: 13}
      - {id: name, type: strz, size: len_name}
      - {id: name_padding, size: -(110 + len_name) % 4}
      - {id: content, size: len_content}
      - {id: padding, size: -len_content % 4}
    instances:
      mode: {value: 'numbers[1].value', enum: mode}
      kind: {value: '(numbers[1].value >> 12) & 0xf', enum: kind}
      len_content: {value: 'numbers[6].value'}
      len_name: {value: 'numbers[11].value'}
      is_trailer: {value: name == "TRAILER!!!"}
  number:
    seq:
      - {id: digits, type: str, size: 8}
    instances:
      value: {value: digits.to_i(16)}
enums:
  mode:
    33188: file
    33261: program
  kind:
    4: folder
    8: file
    10: link
