meta:
  id: time_zone
  title: Time zone
  license: MIT OR Apache-2.0
  endian: be
  encoding: ASCII
seq:
  - {id: first, type: part(4)}
  - {id: second, type: part(8), if: first.version >= 2}
  - {id: rule, type: rule, if: first.version >= 2}
types:
  part:
    params:
      - {id: len_time, type: u1}
    seq:
      - {id: magic, contents: TZif}
      - {id: version_field, type: u1}
      - {id: reserved, size: 15}
      - {id: num_is_universal, type: u4}
      - {id: num_is_standard, type: u4}
      - {id: num_leap_seconds, type: u4}
      - {id: num_times, type: u4}
      - {id: num_types, type: u4, valid: {min: 1}}
      - {id: len_names, type: u4}
      - {id: times, type: {switch-on: len_time, cases: {4: s4, 8: s8}}, repeat: expr, repeat-expr: num_times}
      - {id: type_numbers, type: u1, repeat: expr, repeat-expr: num_times, valid: {expr: _ < num_types}}
      - {id: types, type: local_type, repeat: expr, repeat-expr: num_types}
      - {id: names, size: len_names, type: names}
      - {id: leap_seconds, type: leap_second(len_time), repeat: expr, repeat-expr: num_leap_seconds}
      - {id: is_standard, type: u1, repeat: expr, repeat-expr: num_is_standard}
      - {id: is_universal, type: u1, repeat: expr, repeat-expr: num_is_universal}
    instances:
      version: {value: 'version_field == 0 ? 1 : version_field - 0x30'}
  local_type:
    seq:
      - {id: offset, type: s4}
      - {id: is_summer, type: u1}
      - {id: ofs_name, type: u1}
    instances:
      hours: {value: offset / 3600.0}
      name: {io: _parent.names._io, pos: ofs_name, type: strz}
  names:
    seq:
      - {id: names, type: strz, repeat: eos}
  leap_second:
    params:
      - {id: len_time, type: u1}
    seq:
      - {id: time, type: {switch-on: len_time, cases: {4: s4, 8: s8}}}
      - {id: correction, type: s4}
  rule:
    seq:
      - {id: start, contents: "\n"}
      - {id: text, type: str, terminator: 0x0a}
