# problem: binary_enum_empty.ksy:19:3: /enums/none_at_all: expected at least one value, found none; add one, or leave the enum out
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
  - id: other
    type: u1
    enum: none_at_all
    doc: A field.
enums:
  kinds:
    1: one
  none_at_all: {}
