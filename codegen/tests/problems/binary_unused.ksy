# problem: binary_unused.ksy:10:10: /-options/0/id: expected an option that some `-align` uses, found `page`, which none uses; leave it out
# problem: binary_unused.ksy:16:3: /types/item: expected a type that some field has, found `item`, which none has; leave it out
# problem: binary_unused.ksy:21:3: /enums/kinds: expected an enum that some field has, found `kinds`, which none has; leave it out
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-options:
  - {id: page, default: 1, doc: Page.}
seq:
  - id: kind
    type: u1
    doc: What it is.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
enums:
  kinds:
    1: one
