# problem: binary_write_target_missing.ksy:10:13: /seq/0/-write: expected `count` of a field or part of this record whose `repeat-expr` is `num_items`, found `items`; name the one that `num_items` describes
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
