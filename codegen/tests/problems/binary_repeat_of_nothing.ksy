# problem: binary_repeat_of_nothing.ksy:13:11: /seq/1/type: expected a type of at least one byte as what is repeated, found one that may be empty; give the type a field that is always there: otherwise a count could ask for endless work
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: num_items
    type: u1
    -write: count(items)
    doc: A field.
  - id: items
    type: item
    repeat: expr
    repeat-expr: num_items
    doc: A field.
types:
  item:
    doc: Item.
    seq: []
