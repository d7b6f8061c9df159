# problem: binary_id_without_texts.ksy:10:17: /-container/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
# problem: binary_id_without_texts.ksy:10:34: /-container/id/kind: expected a number of the entry with `enum` and `-open: true`, which the caller gives, found `kind`; name a part that fits
# problem: binary_id_without_texts.ksy:10:48: /-container/id/triple: expected `texts` beside an `id` that is made of them, found none; say where the entry has the texts: `texts: {list: …, key: …, value: …}`
# problem: binary_id_without_texts.ksy:20:14: /types/item/seq/0/id: expected `-open: true` on a number of an entry, found none; what other makers write must be kept
# problem: binary_id_without_texts.ksy:21:14: /types/item/seq/1/id: expected `-open: true` on a number of an entry, found none; what other makers write must be kept
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-container:
  entries: items
  id: {grammar: target_id, kind: kind, triple: triple, target: arch}
  content: data
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: num_items, type: u1, -write: count(items), doc: How many items there are.}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items, doc: The items.}
types:
  item:
    doc: An item.
    seq:
      - {id: kind, type: u1, enum: kind, -default: 1, doc: Of which kind it is.}
      - {id: shape, type: u1, enum: shape, -default: 1, doc: Which shape it has.}
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
  shape: {1: round}
