# problem: binary_valid_two_rules.ksy:10:12: /seq/0/valid: expected one rule, found a mapping of 2; write `eq`, or `min` and `max`, or `any-of`, or `in-enum`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    valid: {eq: 1, max: 3}
    doc: A field.
