# problem: b.ksy:3:7: /meta/id: expected an id that no other format has, found `sample`; formats are modules of one crate: rename this one
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
