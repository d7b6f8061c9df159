# problem: binary_walk_root.ksy:15:17: /-walk/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
# problem: binary_walk_root.ksy:6:11: /-walk/length: expected a number of a file that begins with fixed bytes and numbers alone, found `len`; name a part that fits
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-walk:
  length: len
  limit: 9
  entry: box
  header: len
  header-limit: 9
  content: len
  stored: len
  unpacked: len
  alignment: 1
  id: {grammar: target_id, kind: cuda, triple: here, target: sm_, number: len}
  flags: bits
  packed: {small: zstd}
  name: {offset: len, size: len}
  options: {at: len, record: box, offset: len, size: len}
  groups: {kind: kind, number: one, record: box, count: len, size: len, image: box, offset: len, length: len}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: len, type: u4, doc: A length.}
  - {id: name, type: strz, encoding: UTF-8, -limit: 9, doc: A name.}
types:
  box:
    doc: A box.
    seq:
      - {id: len, type: u4, doc: A length.}
      - {id: kind, type: u1, enum: kind, -open: true, doc: Of which kind it is.}
      - {id: bits, type: u1, enum: bit, -open: true, -flags: true, doc: How it is packed.}
enums:
  kind: {1: one}
  bit: {1: small}
