# problem: binary_repeat_of_number.ksy:13:11: /seq/1/type: expected a type in `types` as what is repeated, found something else; wrap it in a type of its own, and repeat that
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: num_sizes
    type: u1
    -write: count(sizes)
    doc: A field.
  - id: sizes
    type: u4
    repeat: expr
    repeat-expr: num_sizes
    doc: A field.
