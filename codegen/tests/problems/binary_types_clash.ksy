# problem: binary_types_clash.ksy:24:3: /types/item_builder: expected an id that gives a type of its own among types, enums and switches, found `item_builder`, which gives `ItemBuilder`; rename it
# problem: binary_types_clash.ksy:29:3: /enums/vec: expected an id that gives a type of its own among types, enums and switches, found `vec`, which gives `Vec`; rename it
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: one
    type: item
    doc: A field.
  - id: two
    type: item_builder
    doc: A field.
  - id: three
    type: u1
    enum: vec
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
  item_builder:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
enums:
  vec:
    1: one
