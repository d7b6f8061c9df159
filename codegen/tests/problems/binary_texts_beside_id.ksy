# problem: binary_texts_beside_id.ksy:4:54: /-container/texts/list: expected `texts` beside an `id` that is made of them, found `labels`; the ID is all that this entry says; let the ID be made of texts, or leave them out
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-container: {entries: items, id: name, texts: {list: labels, key: key, value: value}, content: data}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: num_items, type: u1, -write: count(items), doc: How many items there are.}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items, doc: The items.}
types:
  item:
    doc: An item.
    seq:
      - {id: name, type: strz, encoding: UTF-8, doc: What it is called.}
      - {id: ofs_data, type: u4, -write: offset(data), doc: Where the data is.}
      - {id: len_data, type: u4, -write: size(data), doc: How long the data is.}
    instances:
      data: {pos: ofs_data, size: len_data, doc: The data.}
