# problem: binary_valid_beside_enum.ksy:11:12: /seq/0/valid: expected `in-enum` on a number with an `enum`, found another rule; write `in-enum: true`, or leave `valid` out
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    enum: kinds
    valid: {max: 3}
    doc: A field.
enums:
  kinds:
    1: one
