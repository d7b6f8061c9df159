# problem: binary_no_endian.ksy:8:11: /seq/0/type: expected a byte order, found none; add `endian: le` or `endian: be` to `meta`, or to the type: `u4le`
meta:
  id: sample
  title: Sample
doc: A sample.
seq:
  - id: kind
    type: u2
    doc: A field.
