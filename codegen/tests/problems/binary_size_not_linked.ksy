# problem: binary_size_not_linked.ksy:13:11: /seq/1/size: expected one field `len_…` with `-write: size(name)` in `size`, found `len_name`; add `-write: size(name)` to `len_name`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: len_name
    type: u1
    doc: A field.
  - id: name
    type: str
    size: len_name
    encoding: UTF-8
    doc: A field.
