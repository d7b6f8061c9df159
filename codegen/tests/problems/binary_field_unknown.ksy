# problem: binary_field_unknown.ksy:10:11: /seq/0/size: expected a field of `sample`, found `len_nmae`; did you mean `len_name`?
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: name
    type: str
    size: len_nmae
    encoding: UTF-8
    doc: A field.
  - id: len_name
    type: u1
    -write: size(name)
    doc: A field.
