# A table of contents at the end: big-endian, with other keys and widths than any real one.
meta: {id: atlas, title: atlas, endian: be}
doc: Maps, and where they are.
-toc:
  at: legend
  least: 5
  columns:
    - {path: edition, role: version, doc: Which edition. Not the first.}
    - {path: maker, doc: Who drew it.}
    - {path: scale, doc: How small it is.}
    - {path: 'travellers[]', role: target, doc: Who takes it along.}
    - {path: lands.*, role: row, doc: A land.}
    - {path: lands.*.*, role: entry, doc: A traveller.}
    - {path: lands.*.*.ink, doc: Its ink.}
    - {path: lands.*.*.leaf, role: ordinal, doc: On which leaf it is.}
    - {path: lands.*.*.area, role: unpacked, doc: How large it is.}
    - {path: paper, role: scheme, doc: How it is kept.}
    - {path: 'leaves[]', role: content, doc: All leaves.}
    - {path: 'leaves[].from', role: offset, doc: Where it begins.}
    - {path: 'leaves[].long', role: size, doc: How long it is.}
    - {path: from, role: frames-offset, doc: Where they begin.}
    - {path: long, role: frames-size, doc: How long all are.}
  version: 3
  listed: flat
  frames: {word: folded, head: pile, count: many, limit: 3, packing: lz4-block, frame: fold, length: thick}
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
