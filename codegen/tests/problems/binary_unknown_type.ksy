# problem: binary_unknown_type.ksy:10:11: /seq/0/type: expected a type of this schema, found `itme`; did you mean `item`?
# problem: binary_unknown_type.ksy:16:11: /seq/2/type: expected a type of this schema, found `nothing_like_it`; there are: item
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: one
    type: itme
    doc: A field.
  - id: two
    type: item
    doc: A field.
  - id: three
    type: nothing_like_it
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
