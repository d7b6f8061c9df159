# problem: binary_imports.ksy:5:3: /meta/imports: expected the supported subset of Kaitai Struct in meta, found `imports`; write all types in one file
meta:
  id: sample
  title: Sample
  imports: [other]
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
