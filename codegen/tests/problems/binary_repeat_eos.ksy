# problem: binary_repeat_eos.ksy:10:13: /seq/0/repeat: expected `repeat: expr`, found `eos`; a list that ends with the file is not supported: take its bytes, with `size-eos: true` and without `type`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: items
    type: item
    repeat: eos
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
