# problem: binary_valid_too_large.ksy:13:12: /seq/0/valid: expected a number that fits the field: at most 255, found 256; widen the field or correct the number
# problem: binary_valid_too_large.ksy:17:12: /seq/1/valid: expected `max` of at least `min`, found 5 to 3; turn them round
# problem: binary_valid_too_large.ksy:21:12: /seq/2/valid: expected a number that fits the field: at most 255, found 700; widen the field or correct the number
# problem: binary_valid_too_large.ksy:25:12: /seq/3/valid: expected at least one number, found none; list what the field may have
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
  - id: c
    type: u1
    valid: {any-of: [1, 700]}
    doc: A field.
  - id: d
    type: u1
    valid: {any-of: []}
    doc: A field.
