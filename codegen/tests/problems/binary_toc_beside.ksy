# problem: binary_toc_beside.ksy:11:7: /-toc/at: expected `-toc` alone, found it beside `-container`, `-envelope` or `-walk`; leave `-toc` out, or the other
# problem: binary_toc_beside.ksy:29:17: /-toc/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
# problem: binary_toc_beside.ksy:38:14: /types/box/seq/0/id: expected what to write as `len` where the tool bundles, which knows nothing of it, found nothing; give it with `-default`, or `-write: constant(N)` if it is the same in every file
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-container:
  entries: items
  id: id
  content: data
-toc:
  at: num_items
  least: 9
  columns:
    - {path: a, role: version, doc: One.}
    - {path: 'c[]', role: target, doc: Three.}
    - {path: b.*, role: row, doc: Four.}
    - {path: b.*.*, role: entry, doc: Five.}
    - {path: b.*.*.f, role: ordinal, doc: Six.}
    - {path: b.*.*.g, role: unpacked, doc: Seven.}
    - {path: d, role: scheme, doc: Eight.}
    - {path: 'g[]', role: content, doc: Nine.}
    - {path: 'g[].h', role: offset, doc: Ten.}
    - {path: 'g[].k', role: size, doc: Eleven.}
    - {path: i, role: frames-offset, doc: Twelve.}
    - {path: j, role: frames-size, doc: Thirteen.}
  version: 1
  listed: one
  frames: {word: other, head: box, count: len, limit: 9, packing: zstd, frame: box, length: len}
  id: {grammar: target_id, kind: hip, triple: here}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: num_items, type: u1, -write: count(items), doc: How many items there are.}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items, -limit: 9, doc: The items.}
types:
  box:
    doc: A box.
    seq:
      - {id: len, type: u4, doc: A length.}
  item:
    doc: An item.
    seq:
      - {id: ofs_data, type: u4, -write: offset(data), doc: Where the data is.}
      - {id: len_data, type: u4, -write: size(data), doc: How long the data is.}
      - {id: id, type: strz, encoding: UTF-8, -limit: 9, doc: What it is.}
    instances:
      data: {pos: ofs_data, size: len_data, doc: The data.}
