# problem: binary_field_no_number.ksy:14:11: /seq/1/size: expected a number, found `label`, which is none; only numbers can be computed with
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: label
    type: strz
    encoding: ASCII
    doc: A field.
  - id: name
    type: str
    size: label
    encoding: UTF-8
    doc: A field.
