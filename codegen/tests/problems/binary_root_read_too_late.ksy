# problem: binary_root_read_too_late.ksy:19:37: /types/item/seq/1/size: expected a field that is read before this record, found `_root.bias`; move it before the field of `sample` that holds this record
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: inner
    type: item
    doc: A field.
  - id: bias
    type: u1
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: len_name, type: u1, -write: size(name), doc: Length.}
      - {id: name, type: str, size: len_name + _root.bias, encoding: ASCII, doc: Name.}
