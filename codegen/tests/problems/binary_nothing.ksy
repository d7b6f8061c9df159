# problem: binary_nothing.ksy:3:7: /meta/id: expected at least one field in `seq`, found none; describe what the file begins with
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq: []
