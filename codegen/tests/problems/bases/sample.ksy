meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: A field.
-align-end: 1
