# problem: binary_no_title.ksy:3:7: /meta/id: expected a title, found none; add `title:` to `meta`
meta:
  id: sample
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
