# problem: binary_unknown_key.ksy:10:5: /seq/0/szie: expected a key of a field, found `szie`; did you mean `size`?
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    szie: 4
    doc: A field.
