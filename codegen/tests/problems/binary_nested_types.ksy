# problem: binary_nested_types.ksy:16:11: /seq/1/type: expected a type of this schema, found `item::innr`; did you mean `item::inner`?
# problem: binary_nested_types.ksy:19:11: /seq/2/type: expected a type of this schema, found `inner`; there are: item, item::inner, item::Odd, item_inner
# problem: binary_nested_types.ksy:24:5: /types/item/meta: expected the supported subset of Kaitai Struct in a type, found `meta`; write `meta` at the top level only
# problem: binary_nested_types.ksy:29:37: /types/item/types/inner/seq/0/enum: expected an enum of this schema, found `knids`; did you mean `kinds`?
# problem: binary_nested_types.ksy:31:7: /types/item/types/Odd: expected a name of small letters, digits and `_` that begins with a letter, found `Odd`; write it in snake case: it becomes a name in Rust
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: inner
    type: item
    doc: A field.
  - id: deep
    type: item::innr
    doc: A field.
  - id: far
    type: inner
    doc: A type that stands inside another is called by its path.
types:
  item:
    doc: Item.
    meta: {endian: be}
    types:
      inner:
        doc: Inner.
        seq:
          - {id: x, type: u1, enum: knids, doc: X.}
          - {id: y, type: u1, enum: outside, doc: Y.}
      Odd:
        doc: Odd.
        seq:
          - {id: x, type: u1, doc: X.}
    enums:
      kinds: {0: zero}
    seq:
      - {id: x, type: inner, doc: X.}
      - {id: y, type: Odd, doc: Y.}
  item_inner:
    doc: A type of the same name in Rust.
    seq:
      - {id: x, type: u1, doc: X.}
enums:
  outside: {1: one}
