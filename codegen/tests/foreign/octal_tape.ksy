meta:
  id: octal_tape
  title: Blocks of a tape, with octal numbers
  encoding: UTF-8
seq:
  - id: records
    type: record
    repeat: until
    repeat-until: _.is_end or _io.eof
types:
  record:
    seq:
      - id: name
        size: 24
        type: strz
      - id: size_raw
        size: 8
        type: strz
      - id: kind
        type: u1
        enum: kind
      - id: reserved
        size: 31
      - id: body
        size: size
      - id: padding
        size: (64 - size % 64) % 64
    instances:
      is_end:
        value: name == ""
      size:
        value: 'size_raw == "" ? 0 : size_raw.to_i(8)'
    enums:
      kind:
        0: end
        0x30: file
        0x35: folder
