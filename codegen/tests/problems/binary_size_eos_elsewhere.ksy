# problem: binary_size_eos_elsewhere.ksy:8:9: /seq/0/id: expected `size-eos` where the file ends, found `size-eos` elsewhere; use it on the last field of `seq` at the top level, or of a type that only stands there, in a schema without `instances`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: rest
    size-eos: true
    doc: A field.
  - id: kind
    type: u1
    doc: A field.
