meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-container:
  entries: items
  id: name
  content: data
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: num_items, type: u1, -write: count(items), doc: How many items there are.}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items, doc: The items.}
types:
  item:
    doc: An item.
    seq:
      - {id: kind, type: u1, enum: kind, -open: true, -default: 1, doc: Of which kind it is.}
      - {id: shape, type: u1, -default: 1, doc: Which shape it has.}
      - {id: name, type: strz, encoding: UTF-8, -limit: 99, doc: What it is called.}
      - {id: num_labels, type: u1, -write: count(labels), doc: How many labels there are.}
      - {id: labels, type: label, repeat: expr, repeat-expr: num_labels, -limit: 9, doc: The labels.}
      - {id: ofs_data, type: u4, -write: offset(data), doc: Where the data is.}
      - {id: len_data, type: u4, -write: size(data), doc: How long the data is.}
    instances:
      data: {pos: ofs_data, size: len_data, doc: The data.}
  label:
    doc: A label.
    seq:
      - {id: number, type: u1, -default: 0, doc: A number.}
      - {id: key, type: strz, encoding: UTF-8, -limit: 9, doc: What it is about.}
      - {id: value, type: strz, encoding: UTF-8, -limit: 9, doc: What it says.}
enums:
  kind: {1: hip, 2: cuda}
