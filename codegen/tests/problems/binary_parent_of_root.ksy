# problem: binary_parent_of_root.ksy:10:11: /seq/0/size: expected a field of this record, found `_parent.x`; the outermost record has no parent
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: name
    type: str
    size: _parent.x
    encoding: UTF-8
    doc: A field.
