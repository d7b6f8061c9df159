# problem: binary_params.ksy:11:1: /params: expected the supported subset of Kaitai Struct in a schema, found `params`; not used by typed layouts: let the record hold the numbers that it uses
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
