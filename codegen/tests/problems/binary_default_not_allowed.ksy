# problem: binary_default_not_allowed.ksy:13:15: /seq/0/-default: expected a number that fits the field: at most 255, found 300; widen the field or correct the number
# problem: binary_default_not_allowed.ksy:18:15: /seq/1/-default: expected a value that the field may have, found 3; a builder must start from something that can be written
# problem: binary_default_not_allowed.ksy:23:15: /seq/2/-default: expected a value that the field may have, found 3; a builder must start from something that can be written
# problem: binary_default_not_allowed.ksy:27:15: /seq/3/-default: expected a value that the field may have, found 3; a builder must start from something that can be written
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: a
    type: u1
    -default: 300
    doc: A field.
  - id: b
    type: u1
    valid: {min: 1, max: 2}
    -default: 3
    doc: A field.
  - id: c
    type: u1
    enum: kinds
    -default: 3
    doc: A field.
  - id: version
    type: u1
    -default: 3
    doc: A field.
  - id: body
    type: {switch-on: version, cases: {1: item}}
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
enums:
  kinds:
    1: one
