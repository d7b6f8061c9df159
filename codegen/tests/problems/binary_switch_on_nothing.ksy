# problem: binary_switch_on_nothing.ksy:9:11: /seq/0/type: expected a plain number for `switch-on`, found `version`; name a number of this record that stands before it and has no `enum`, `valid` or `-write`: the version chosen gives it
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: body
    type: {switch-on: version, cases: {1: item}}
    doc: A field.
  - id: version
    type: u1
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
