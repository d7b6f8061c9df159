# problem: binary_valid_beside_enum.ksy:11:12: /seq/0/valid: expected no `valid` on a number with an `enum`, found one; leave it out: without `-open` a number is one that its enum names
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
