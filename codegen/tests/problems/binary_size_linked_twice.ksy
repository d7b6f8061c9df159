# problem: binary_size_linked_twice.ksy:18:11: /seq/2/size: expected one field `len_…` with `-write: size(name)` in `size`, found `len_name + len_again`; the writer must know which field to compute from it
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
  - id: len_again
    type: u1
    -write: size(name)
    doc: A field.
  - id: name
    type: str
    size: len_name + len_again
    encoding: UTF-8
    doc: A field.
