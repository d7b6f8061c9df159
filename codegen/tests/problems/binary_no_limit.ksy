# problem: binary_no_limit.ksy:18:3: /instances/x: expected a work limit of `x`, found none; add `-limit:` with more than any sound file has: several offsets may point at the same place
# problem: binary_no_limit.ksy:24:14: /types/item/seq/0/id: expected a work limit of `text`, found none; add `-limit:` with more than any sound file has: several offsets may point at the same place
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: ofs_x
    type: u1
    -write: offset(x)
    doc: A field.
  - id: ofs_y
    type: u1
    -write: offset(y)
    doc: A field.
instances:
  x: {pos: ofs_x, type: strz, encoding: ASCII, doc: X.}
  y: {pos: ofs_y, type: item, doc: Y.}
types:
  item:
    doc: Item.
    seq:
      - {id: text, type: strz, encoding: ASCII, doc: Text.}
