# problem: binary_bad_endian.ksy:5:11: /meta/endian: expected a byte order, found `middle`; there are: le, be
meta:
  id: sample
  title: Sample
  endian: middle
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
