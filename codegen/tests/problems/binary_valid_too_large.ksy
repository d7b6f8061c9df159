# problem: binary_valid_too_large.ksy:11:12: /seq/0/valid: expected a number that fits the field: at most 255, found 256; widen the field or correct the number
# problem: binary_valid_too_large.ksy:15:12: /seq/1/valid: expected `max` of at least `min`, found 5 to 3; turn them round
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: a
    type: u1
    valid: 256
    doc: A field.
  - id: b
    type: u1
    valid: {min: 5, max: 3}
    doc: A field.
