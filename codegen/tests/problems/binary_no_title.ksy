# problem: binary_no_title.ksy:3:3: /meta: expected the key `title` in meta, found no such key; add `title:`
meta:
  id: sample
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
