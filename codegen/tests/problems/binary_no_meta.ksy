# problem: binary_no_meta.ksy:2:1: /: expected the key `meta` in a schema, found no such key; add `meta:`
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
