# problem: binary_container_numbers_differ.ksy:26:3: /types/other: expected the numbers of `item`: `kind`, found `kind`, `flags`; an entry of one version must be an entry of any other
# problem: binary_container_numbers_differ.ksy:7:17: /-container/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-container:
  entries: items
  id: {grammar: target_id, kind: kind, triple: triple, target: arch}
  texts: {list: labels, key: key, value: value}
  content: data
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: version, type: u1, doc: The version.}
  - {id: header, type: {switch-on: version, cases: {1: one, 2: two}}, doc: What depends on it.}
types:
  one: {doc: Version 1., seq: [{id: items, type: item, repeat: expr, repeat-expr: 1, doc: The item.}]}
  two: {doc: Version 2., seq: [{id: items, type: other, repeat: expr, repeat-expr: 1, doc: The item.}]}
  item:
    doc: An item.
    seq:
      - {id: kind, type: u1, enum: kind, -open: true, -default: 1, doc: Of which kind it is.}
      - {id: labels, type: label, repeat: expr, repeat-expr: 1, doc: The label.}
      - {id: ofs_data, type: u4, -write: offset(data), doc: Where the data is.}
      - {id: len_data, type: u4, -write: size(data), doc: How long the data is.}
    instances:
      data: {pos: ofs_data, size: len_data, doc: The data.}
  other:
    doc: An item.
    seq:
      - {id: kind, type: u1, enum: kind, -open: true, -default: 1, doc: Of which kind it is.}
      - {id: flags, type: u1, -default: 0, doc: Flags.}
      - {id: labels, type: label, repeat: expr, repeat-expr: 1, doc: The label.}
      - {id: ofs_data, type: u4, -write: offset(data), doc: Where the data is.}
      - {id: len_data, type: u4, -write: size(data), doc: How long the data is.}
    instances:
      data: {pos: ofs_data, size: len_data, doc: The data.}
  label:
    doc: A label.
    seq:
      - {id: key, type: strz, encoding: UTF-8, -limit: 9, doc: What it is about.}
      - {id: value, type: strz, encoding: UTF-8, -limit: 9, doc: What it says.}
enums:
  kind: {1: hip, 2: cuda}
