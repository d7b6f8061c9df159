# problem: binary_valid_in_enum_alone.ksy:10:12: /seq/0/valid: expected `in-enum` beside `enum`, found `in-enum` alone; add `enum:`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    valid: {in-enum: true}
    doc: A field.
