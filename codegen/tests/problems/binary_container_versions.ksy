# problem: binary_container_versions.ksy:4:23: /-container/entries: expected a list of records at the top level, or of every record of its switch, found `items`; name a part that fits
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-container: {entries: items, id: name, content: data}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: version, type: u1, doc: The version.}
  - {id: header, type: {switch-on: version, cases: {1: one, 2: two}}, doc: What depends on it.}
types:
  one:
    doc: Version 1.
    seq:
      - {id: num_items, type: u1, -write: count(items), doc: How many items there are.}
      - {id: items, type: item, repeat: expr, repeat-expr: num_items, doc: The items.}
  two:
    doc: Version 2.
    seq:
      - {id: item, type: item, doc: The item.}
  item:
    doc: An item.
    seq:
      - {id: name, type: strz, encoding: UTF-8, doc: What it is called.}
      - {id: ofs_data, type: u4, -write: offset(data), doc: Where the data is.}
      - {id: len_data, type: u4, -write: size(data), doc: How long the data is.}
    instances:
      data: {pos: ofs_data, size: len_data, doc: The data.}
