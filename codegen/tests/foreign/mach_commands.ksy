meta:
  id: mach_commands
  title: Mach-O file
  license: MIT OR Apache-2.0
  encoding: UTF-8
seq:
  - {id: magic, type: u4be, enum: magic, valid: {in-enum: true}}
  - {id: body, type: body}
types:
  body:
    meta:
      endian:
        switch-on: _root.magic
        cases:
          magic::little_32: le
          magic::little_64: le
          _: be
    seq:
      - {id: machine, type: u4, enum: machine}
      - {id: variant, type: u4}
      - {id: kind, type: u4, enum: kind}
      - {id: num_commands, type: u4}
      - {id: len_commands, type: u4}
      - {id: flags, type: u4}
      - {id: reserved, type: u4, if: is_64}
      - {id: commands, size: len_commands, type: commands(num_commands)}
    instances:
      is_64: {value: _root.magic == magic::little_64 or _root.magic == magic::big_64}
  commands:
    meta:
      endian:
        switch-on: _root.magic
        cases:
          magic::little_32: le
          magic::little_64: le
          _: be
    params:
      - {id: num, type: u4}
    seq:
      - {id: commands, type: command, repeat: expr, repeat-expr: num}
    types:
      command:
        seq:
          - {id: kind, type: u4, enum: command}
          - {id: len, type: u4, valid: {min: 8}}
          - id: body
            size: len - 8
            type:
              switch-on: kind
              cases:
                command::segment_64: segment_64
                command::uuid: uuid
                command::load_library: library
                command::build_version: build_version
      segment_64:
        seq:
          - {id: name, type: strz, size: 16}
          - {id: address, type: u8}
          - {id: len_memory, type: u8}
          - {id: offset, type: u8}
          - {id: len_file, type: u8}
          - {id: max_protection, type: u4}
          - {id: protection, type: protection}
          - {id: num_sections, type: u4}
          - {id: flags, type: u4}
          - {id: sections, type: section_64, repeat: expr, repeat-expr: num_sections}
      protection:
        seq:
          - {id: value, type: u4}
        instances:
          is_readable: {value: value & 1 != 0}
          is_writable: {value: value & 2 != 0}
          is_executable: {value: value & 4 != 0}
      section_64:
        seq:
          - {id: name, type: strz, size: 16}
          - {id: segment, type: strz, size: 16}
          - {id: address, type: u8}
          - {id: size, type: u8}
          - {id: offset, type: u4}
          - {id: alignment_bits, type: u4}
          - {id: ofs_relocations, type: u4}
          - {id: num_relocations, type: u4}
          - {id: flags, type: u4}
          - {id: reserved, type: u4, repeat: expr, repeat-expr: 3}
        instances:
          content: {io: _root._io, pos: offset, size: size, if: flags & 0xff != 1 and offset != 0}
          alignment: {value: 1 << alignment_bits}
      uuid:
        seq:
          - {id: value, size: 16}
      library:
        seq:
          - {id: ofs_name, type: u4}
          - {id: time, type: u4}
          - {id: version, type: u4}
          - {id: compatible, type: u4}
        instances:
          name: {pos: ofs_name - 8, type: strz}
      build_version:
        seq:
          - {id: platform, type: u4}
          - {id: oldest, type: u4}
          - {id: sdk, type: u4}
          - {id: num_tools, type: u4}
          - {id: tools, type: u4, repeat: expr, repeat-expr: num_tools * 2}
enums:
  magic:
    0xcefaedfe: little_32
    0xcffaedfe: little_64
    0xfeedface: big_32
    0xfeedfacf: big_64
  machine:
    7: x86
    12: arm
    0x1000007: x86_64
    0x100000c: arm64
  kind:
    1: object
    2: program
    6: library
  command:
    2: symbols
    11: dynamic_symbols
    12: load_library
    25: segment_64
    27: uuid
    50: build_version
