# problem: binary_walk_beside.ksy:16:11: /-walk/length: expected a number of a file that begins with fixed bytes and numbers alone, found `num_items`; name a part that fits
# problem: binary_walk_beside.ksy:18:10: /-walk/entry: expected `-walk` alone, found it beside `-container` or `-envelope`; leave `-walk` out, or the other
# problem: binary_walk_beside.ksy:25:17: /-walk/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
# problem: binary_walk_beside.ksy:26:10: /-walk/flags: expected a number with `enum`, `-open: true` and `-flags: true`, found `kind`; name a part that fits
# problem: binary_walk_beside.ksy:30:18: /-walk/groups/kind: expected a number with `enum` and `-open: true`, without `-flags`, found `bits`; name a part that fits
# problem: binary_walk_beside.ksy:39:14: /types/box/seq/0/id: expected what to write as `len` where the tool bundles, which knows nothing of it, found nothing; give it with `-default`, or `-write: constant(N)` if it is the same in every file
# problem: binary_walk_beside.ksy:40:14: /types/box/seq/1/id: expected what to write as `kind` where the tool bundles, which knows nothing of it, found nothing; give it with `-default`, or `-write: constant(N)` if it is the same in every file
# problem: binary_walk_beside.ksy:41:14: /types/box/seq/2/id: expected what to write as `bits` where the tool bundles, which knows nothing of it, found nothing; give it with `-default`, or `-write: constant(N)` if it is the same in every file
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-container:
  entries: items
  id: id
  content: data
-walk:
  length: num_items
  limit: 9
  entry: box
  header: len
  header-limit: 9
  content: len
  stored: len
  unpacked: len
  alignment: 1
  id: {grammar: target_id, kind: cuda, triple: here, target: sm_, number: len}
  flags: kind
  packed: {one: zstd}
  name: {offset: len, size: len}
  options: {at: len, record: box, offset: len, size: len}
  groups: {kind: bits, number: small, record: box, count: len, size: len, image: box, offset: len, length: len}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: num_items, type: u1, -write: count(items), doc: How many items there are.}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items, -limit: 9, doc: The items.}
types:
  box:
    doc: A box.
    seq:
      - {id: len, type: u4, doc: A length.}
      - {id: kind, type: u1, enum: kind, -open: true, doc: Of which kind it is.}
      - {id: bits, type: u1, enum: bit, -open: true, -flags: true, doc: How it is packed.}
  item:
    doc: An item.
    seq:
      - {id: ofs_data, type: u4, -write: offset(data), doc: Where the data is.}
      - {id: len_data, type: u4, -write: size(data), doc: How long the data is.}
      - {id: id, type: strz, encoding: UTF-8, -limit: 9, doc: What it is.}
    instances:
      data: {pos: ofs_data, size: len_data, doc: The data.}
enums:
  kind: {1: one}
  bit: {1: small}
