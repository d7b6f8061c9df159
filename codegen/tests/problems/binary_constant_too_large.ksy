# problem: binary_constant_too_large.ksy:10:13: /seq/0/-write: expected a number that fits the field: at most 255, found 256; widen the field or correct the number
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: a
    type: u1
    -write: constant(256)
    doc: A field.
