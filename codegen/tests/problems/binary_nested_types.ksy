# problem: binary_nested_types.ksy:15:5: /types/item/types: expected the supported subset of Kaitai Struct in a type, found `types`; write all types at the top level
# problem: binary_nested_types.ksy:16:5: /types/item/enums: expected the supported subset of Kaitai Struct in a type, found `enums`; write all enums at the top level
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: inner
    type: item
    doc: A field.
types:
  item:
    doc: Item.
    types: {}
    enums: {}
    seq:
      - {id: x, type: u1, doc: X.}
