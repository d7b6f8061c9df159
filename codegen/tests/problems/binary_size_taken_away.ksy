# problem: binary_size_taken_away.ksy:14:11: /seq/1/size: expected `size` as `len_name` plus or minus something, found `8 - len_name`; the writer turns the expression round: the field may stand in it once, and not taken away
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
  - id: name
    type: str
    size: 8 - len_name
    encoding: UTF-8
    doc: A field.
