# problem: binary_meta_encoding.ksy:6:3: /meta/bit-endian: expected the supported subset of Kaitai Struct in meta, found `bit-endian`; bit fields are not supported: read the whole number
meta:
  id: sample
  title: Sample
  encoding: UTF-8
  bit-endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
