# problem: binary_computed_before_its_base.ksy:17:11: /seq/2/size: expected a field that is written before, found `bias`; move it before `len_name`: the writer computes fields one after the other
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: len_name
    type: u1
    -write: size(name)
    doc: A field.
  - id: bias
    type: u1
    doc: A field.
  - id: name
    type: str
    size: len_name + bias
    encoding: UTF-8
    doc: A field.
