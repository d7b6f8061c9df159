# problem: binary_enum_number_twice.ksy:15:5: /enums/kinds/01: expected a number once, found 1 twice; give each number one name
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
enums:
  kinds:
    1: one
    '01': first
