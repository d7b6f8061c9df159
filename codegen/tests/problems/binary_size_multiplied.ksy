# problem: binary_size_multiplied.ksy:14:11: /seq/1/size: expected `size` as `len_name` plus or minus something, found `len_name * 4`; the writer turns the expression round: the field may stand in it once, not multiplied and not taken away
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
    size: len_name * 4
    encoding: UTF-8
    doc: A field.
