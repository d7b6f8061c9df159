# problem: binary_container_of_others.ksy:9:34: /-container/id: expected a text field of the entry, found `x`; add one to `seq` of the entry
# problem: binary_container_of_others.ksy:9:46: /-container/content: expected bytes that the entry points at, found `x`; name a part that fits
# problem: binary_container_of_others.ksy:9:49: /-container/colour: expected a key of `-container`, found `colour`; `-container` takes: entries, id, texts, content, padding, aliases
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-container: {entries: items, id: x, content: x, colour: red}
seq:
  - id: magic
    contents: ABC
    doc: A field.
  - id: num_items
    type: u1
    -write: count(items)
    doc: A field.
  - id: items
    type: item
    repeat: expr
    repeat-expr: num_items
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
