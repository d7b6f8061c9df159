meta:
  id: string_heap
  title: Texts of all kinds
  endian: le
  encoding: UTF-8
seq:
  - id: padded
    type: str
    size: 8
    pad-right: 0x2a
  - id: padded_and_ended
    type: str
    size: 8
    terminator: 0x40
    pad-right: 0x2b
  - id: with_end
    type: str
    size: 6
    terminator: 0x40
  - id: line
    type: str
    terminator: 0x0a
  - id: words
    type: strz
    repeat: until
    repeat-until: _ == ""
  - id: wide
    type: strz
    encoding: UTF-16LE
  - id: west
    type: strz
    encoding: ISO-8859-1
  - id: dos
    type: str
    size: 3
    encoding: IBM437
  - id: raw
    terminator: 0x7c
  - id: last
    type: str
    terminator: 0
    eos-error: false
instances:
  joined:
    value: 'words[0] + "-" + words[1] + "\t" + line.length.to_s'
  number:
    value: '"ff".to_i(16) + "12".to_i'
  is_before:
    value: words[0] < words[1]
  shown:
    value: '[0x41, 0x42].to_s("ASCII")'
