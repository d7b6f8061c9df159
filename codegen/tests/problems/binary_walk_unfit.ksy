# problem: binary_walk_unfit.ksy:21:11: /-walk/length: expected a number of `sample`, found `magic`; name a part that fits
# problem: binary_walk_unfit.ksy:22:10: /-walk/limit: expected at least one entry, found 0; write a larger number
# problem: binary_walk_unfit.ksy:24:11: /-walk/header: expected a number of `item`, found `nothing`; name a part that fits
# problem: binary_walk_unfit.ksy:27:11: /-walk/stored: expected a number of `item`, found `label`; name a part that fits
# problem: binary_walk_unfit.ksy:29:14: /-walk/alignment: expected at least one byte, found 0; write a larger number
# problem: binary_walk_unfit.ksy:30:18: /-walk/numbers/1: expected a number of `item`, found `other`; name a part that fits
# problem: binary_walk_unfit.ksy:31:17: /-walk/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
# problem: binary_walk_unfit.ksy:31:75: /-walk/id/number: expected a number of `item`, found `none`; name a part that fits
# problem: binary_walk_unfit.ksy:31:91: /-walk/id/letters/0: expected a value of the enum `bit`, found `large`; there are: small
# problem: binary_walk_unfit.ksy:34:15: /-walk/as-stored/0: expected a value of the enum `bit`, found `odd`; there are: small
# problem: binary_walk_unfit.ksy:35:18: /-walk/name/offset: expected a number of `item`, found `none`; name a part that fits
# problem: binary_walk_unfit.ksy:36:30: /-walk/options/record: expected a type of this schema, found `nowhere`; name a part that fits
# problem: binary_walk_unfit.ksy:36:73: /-walk/options/no-text/0: expected a value of the enum `bit`, found `odd`; there are: small
# problem: binary_walk_unfit.ksy:37:101: /-walk/groups/offset: expected a number of `item`, found `none`; name a part that fits
# problem: binary_walk_unfit.ksy:37:32: /-walk/groups/number: expected a value of the enum `kind`, found `several`; there are: one
# problem: binary_walk_unfit.ksy:37:49: /-walk/groups/record: expected a type that has numbers alone, found `table`; name a part that fits
# problem: binary_walk_unfit.ksy:37:74: /-walk/groups/size: expected a number of `table`, found `none`; name a part that fits
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-walk:
  length: magic
  limit: 0
  entry: item
  header: nothing
  header-limit: 9
  content: len
  stored: label
  unpacked: len
  alignment: 0
  numbers: [len, other]
  id: {grammar: target_id, kind: cuda, triple: here, target: sm_, number: none, letters: [large]}
  flags: bits
  packed: {small: zstd}
  as-stored: [odd]
  name: {offset: none, size: len}
  options: {at: len, record: nowhere, offset: len, size: len, no-text: [odd]}
  groups: {kind: kind, number: several, record: table, count: len, size: none, image: item, offset: none, length: len}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
types:
  item:
    doc: An item.
    seq:
      - {id: len, type: u4, doc: A length.}
      - {id: kind, type: u1, enum: kind, -open: true, doc: Of which kind it is.}
      - {id: bits, type: u1, enum: bit, -open: true, -flags: true, doc: How it is packed.}
  table:
    doc: A table.
    seq:
      - {id: len, type: u4, doc: A length.}
      - {id: text, size: 4, doc: Some bytes.}
enums:
  kind: {1: one}
  bit: {1: small}
