meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: version, type: u1, doc: Version.}
  - {id: body, type: {switch-on: version, cases: {1: v1}}, doc: What depends on it.}
types:
  v1:
    doc: Version 1.
    seq:
      - {id: x, type: u1, doc: X.}
