# problem: binary_parent_without_field.ksy:19:37: /types/item/seq/1/size: expected a field of `sample`, found `_parent.bias`; there are: inner, other
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: inner
    type: item
    doc: A field.
  - id: other
    type: item
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: len_name, type: u1, -write: size(name), doc: Length.}
      - {id: name, type: str, size: len_name + _parent.bias, encoding: ASCII, doc: Name.}
