# A table of contents at the end: big-endian, with other keys and widths than any real one.
meta: {id: atlas, title: atlas, endian: be}
doc: Maps, and where they are.
-toc:
  at: legend
  least: 5
  version: {key: edition, number: 3, doc: Which edition. Not the first.}
  texts: [{key: maker, doc: Who drew it.}, {key: scale, doc: How small it is.}]
  targets: {key: travellers, doc: Who takes it along.}
  rows: {key: lands, doc: A land.}
  entry: {kind: {key: ink, doc: Its ink.}, ordinal: {key: leaf, doc: On which leaf it is.}, size: {key: area, doc: How large it is.}}
  scheme: {key: paper, doc: How it is kept.}
  listed: {word: flat, list: {key: leaves, doc: All leaves.}, offset: {key: from, doc: Where it begins.}, size: {key: long, doc: How long it is.}}
  frames: {word: folded, offset: {key: from, doc: Where they begin.}, size: {key: long, doc: How long all are.}, head: pile, count: many, limit: 3, packing: lz4-block, frame: fold, length: thick}
  id: {grammar: tiny_id, kind: guest, triple: ex}
seq:
  - {id: magic, contents: ATLAS, doc: Marks the start.}
  - {id: legend, type: u2, doc: Where the table is.}
types:
  pile:
    doc: What is before all folded leaves.
    seq:
      - {id: spare, type: u1, doc: Nothing.}
      - {id: many, type: u1, doc: How many.}
  fold:
    doc: What is before each.
    seq:
      - {id: weight, type: u1, doc: How heavy it is.}
      - {id: thick, type: u2, doc: Its length.}
