meta:
  id: dbase_table
  title: Table of dBASE
  file-extension: dbf
  license: MIT OR Apache-2.0
  endian: le
  encoding: ASCII
seq:
  - {id: version, type: b3}
  - {id: flags, type: b5}
  - {id: year, type: u1}
  - {id: month, type: u1}
  - {id: day, type: u1}
  - {id: num_records, type: u4}
  - {id: len_header, type: u2}
  - {id: len_record, type: u2}
  - {id: reserved, size: 20}
  - {id: fields, size: 32, type: field, repeat: expr, repeat-expr: num_fields}
  - {id: terminator, contents: [0x0d]}
  - {id: gap, size: len_header - _io.pos}
  - {id: records, size: len_record, type: record, repeat: expr, repeat-expr: num_records}
instances:
  num_fields: {value: (len_header - 33) / 32}
  date: {value: '(1900 + year).to_s + (month < 10 ? "-0" : "-") + month.to_s + (day < 10 ? "-0" : "-") + day.to_s'}
types:
  field:
    seq:
      - {id: name, type: strz, size: 11}
      - {id: type, type: u1, enum: type}
      - {id: address, type: u4}
      - {id: len, type: u1}
      - {id: num_decimals, type: u1}
  record:
    seq:
      - {id: state, type: u1, enum: state}
      - {id: values, type: str, size: '_root.fields[_index].len', pad-right: 0x20, repeat: expr, repeat-expr: _root.fields.size}
enums:
  type:
    0x43: text
    0x44: date
    0x4c: truth
    0x4e: number
  state:
    0x20: kept
    0x2a: deleted
