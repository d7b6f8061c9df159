# problem: binary_params.ksy:11:1: /params: expected the supported subset of Kaitai Struct in a schema, found `params`; refer to fields of `_parent` or `_root` instead
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
params: []
