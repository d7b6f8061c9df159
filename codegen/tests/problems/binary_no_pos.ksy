# problem: binary_no_pos.ksy:12:6: /instances/x: expected the key `pos` in an instance, found no such key; add `pos:`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
instances:
  x: {size: 4, doc: X.}
