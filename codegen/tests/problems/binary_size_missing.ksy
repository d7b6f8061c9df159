# problem: binary_size_missing.ksy:10:9: /seq/0/id: expected the size of text or bytes, found none; add `size:` with a number or a field, or `type:`
# problem: binary_size_missing.ksy:14:9: /seq/1/id: expected the size of text or bytes, found none; add `size:` with a number or a field, or `type:`
# problem: binary_size_missing.ksy:16:9: /seq/2/id: expected `size` or `size-eos`, found both; leave one of them out
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: label
    type: str
    encoding: ASCII
    doc: A field.
  - id: blob
    doc: A field.
  - id: both
    size: 3
    size-eos: true
    doc: A field.
