meta:
  id: wasm_module
  title: WebAssembly module
  file-extension: wasm
  license: MIT OR Apache-2.0
  endian: le
  encoding: UTF-8
seq:
  - {id: magic, contents: [0, asm]}
  - {id: version, type: u4, valid: 1}
  - {id: sections, type: section, repeat: eos}
types:
  number:
    seq:
      - {id: groups, type: u1, repeat: until, repeat-until: _ & 0x80 == 0}
    instances:
      last: {value: groups.size - 1}
      value:
        value: '(groups[0] & 0x7f) + (last >= 1 ? (groups[1] & 0x7f) << 7 : 0) + (last >= 2 ? (groups[2] & 0x7f) << 14 : 0) + (last >= 3 ? (groups[3] & 0x7f) << 21 : 0) + (last >= 4 ? (groups[4] & 0x7f) << 28 : 0)'
  name:
    seq:
      - {id: len, type: number}
      - {id: text, type: str, size: len.value}
  section:
    seq:
      - {id: kind, type: u1, enum: section_kind}
      - {id: len, type: number}
      - id: body
        size: len.value
        type:
          switch-on: kind
          cases:
            section_kind::custom: custom
            section_kind::types: function_types
            section_kind::imports: imports
            section_kind::exports: exports
            section_kind::memories: memories
  custom:
    seq:
      - {id: name, type: name}
      - {id: body, size-eos: true}
  function_types:
    seq:
      - {id: num, type: number}
      - {id: types, type: function_type, repeat: expr, repeat-expr: num.value}
  function_type:
    seq:
      - {id: form, contents: [0x60]}
      - {id: num_params, type: number}
      - {id: params_of_it, type: u1, enum: value_type, repeat: expr, repeat-expr: num_params.value}
      - {id: num_results, type: number}
      - {id: results, type: u1, enum: value_type, repeat: expr, repeat-expr: num_results.value}
  limits:
    seq:
      - {id: flags, type: u1}
      - {id: min, type: number}
      - {id: max, type: number, if: flags & 1 != 0}
  memories:
    seq:
      - {id: num, type: number}
      - {id: memories, type: limits, repeat: expr, repeat-expr: num.value}
  imports:
    seq:
      - {id: num, type: number}
      - {id: imports, type: imported, repeat: expr, repeat-expr: num.value}
  imported:
    seq:
      - {id: module, type: name}
      - {id: name, type: name}
      - {id: kind, type: u1, enum: external}
      - id: body
        type:
          switch-on: kind
          cases:
            external::function: number
            external::memory: limits
            external::variable: u2
            external::table: table
  table:
    seq:
      - {id: element, type: u1}
      - {id: limits, type: limits}
  exports:
    seq:
      - {id: num, type: number}
      - {id: exports, type: exported, repeat: expr, repeat-expr: num.value}
  exported:
    seq:
      - {id: name, type: name}
      - {id: kind, type: u1, enum: external}
      - {id: index, type: number}
enums:
  section_kind:
    0: custom
    1: types
    2: imports
    3: functions
    4: tables
    5: memories
    6: globals
    7: exports
    8: start
    9: elements
    10: code
    11: memory_contents
  value_type:
    0x7f: i32
    0x7e: i64
    0x7d: f32
    0x7c: f64
    0x70: function
  external:
    0: function
    1: table
    2: memory
    3: variable
