# problem: binary_write_prefix.ksy:18:9: /seq/2/id: expected an id that begins with `len_`, found `total`; call it `len_…`, as Kaitai's style guide does
# problem: binary_write_prefix.ksy:9:9: /seq/0/id: expected an id that begins with `num_`, found `items_count`; call it `num_…`, as Kaitai's style guide does
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: items_count
    type: u1
    -write: count(items)
    doc: A field.
  - id: items
    type: item
    repeat: expr
    repeat-expr: items_count
    doc: A field.
  - id: total
    type: u4
    -write: size(_root)
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
