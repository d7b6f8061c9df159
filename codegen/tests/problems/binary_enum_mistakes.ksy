# problem: binary_enum_mistakes.ksy:18:8: /enums/kinds/2: expected an id of this enum that is not taken, found `one` again; the other one is in line 17
# problem: binary_enum_mistakes.ksy:19:5: /enums/kinds/x: expected a whole number from 0 to 2^64 - 1, found `x`; write the number before the colon
# problem: binary_enum_mistakes.ksy:20:19: /enums/kinds/4/-sufix: expected a key of an enum value, found `-sufix`; did you mean `-suffix`?
# problem: binary_enum_mistakes.ksy:21:5: /enums/kinds/300: expected a number that fits the field: at most 255, found 300; widen the field or correct the number
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
    2: one
    x: three
    4: {id: four, -sufix: x}
    300: too_large
