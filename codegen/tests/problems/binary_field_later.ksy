# problem: binary_field_later.ksy:10:11: /seq/0/size: expected a field that stands before this one, found `len_name`; move it: fields are read one after the other
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: name
    type: str
    size: len_name
    encoding: UTF-8
    doc: A field.
  - id: len_name
    type: u1
    -write: size(name)
    doc: A field.
