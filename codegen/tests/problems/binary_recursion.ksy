# problem: binary_recursion.ksy:12:3: /types/item: expected a record of bounded depth, found `item`, which holds or points at itself; break the circle: such files could be endless
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
    seq:
      - {id: ofs_next, type: u1, -write: offset(next), doc: Next.}
    instances:
      next: {pos: ofs_next, type: item, doc: Next.}
