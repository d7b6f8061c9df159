# problem: binary_unknown_enum.ksy:10:11: /seq/0/enum: expected an enum of this schema, found `kinds`; there is none
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    enum: kinds
    doc: A field.
