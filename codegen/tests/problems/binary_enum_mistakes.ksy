# problem: binary_enum_mistakes.ksy:22:8: /enums/kinds/2: expected an id that stands once in this enum, found `one` twice; rename one of them
# problem: binary_enum_mistakes.ksy:23:5: /enums/kinds/x: expected a whole number from 0 to 2^64 - 1, found `x`; write the number before the name
# problem: binary_enum_mistakes.ksy:24:19: /enums/kinds/4/-sicne: expected a key of an enum value, found `-sicne`; did you mean `-since`?
# problem: binary_enum_mistakes.ksy:26:16: /enums/none_at_all: expected at least one value, found none; add one, or leave the enum out
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
    2: one
    x: three
    4: {id: four, -sicne: 2}
    300: too_large
  none_at_all: {}
