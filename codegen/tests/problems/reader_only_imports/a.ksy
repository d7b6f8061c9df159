# problem: a.ksy:5:16: /meta/imports/1: expected the `id` of another interpreted schema, found `d`; there are: b
meta:
  id: a
  title: A
  imports: [b, d]
doc: A sample.
-reader-only: it is a test.
seq:
  - id: x
    type: b::item
    doc: An item.
