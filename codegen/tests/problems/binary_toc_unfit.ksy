# problem: binary_toc_unfit.ksy:16:7: /-toc/at: expected a number of `sample`, found `magic`; name a part that fits
# problem: binary_toc_unfit.ksy:17:10: /-toc/least: expected at least one byte, found 0; write a larger number
# problem: binary_toc_unfit.ksy:19:38: /-toc/texts/1/key: expected a key of the table of contents that is not taken, found `b` again; the other one is in line 19
# problem: binary_toc_unfit.ksy:21:15: /-toc/rows/key: expected a key of the table of contents that is not taken, found `a` again; the other one is in line 18
# problem: binary_toc_unfit.ksy:22:81: /-toc/entry/size/key: expected a key of an entry that is not taken, found `f` again; the other one is in line 22
# problem: binary_toc_unfit.ksy:24:93: /-toc/listed/size/key: expected a key of a listed content that is not taken, found `h` again; the other one is in line 24
# problem: binary_toc_unfit.ksy:25:123: /-toc/frames/limit: expected at least one frame, found 0; write a larger number
# problem: binary_toc_unfit.ksy:25:148: /-toc/frames/frame: expected a type that has numbers alone, found `text`; name a part that fits
# problem: binary_toc_unfit.ksy:25:162: /-toc/frames/length: expected a number of `text`, found `none`; name a part that fits
# problem: binary_toc_unfit.ksy:25:18: /-toc/frames/word: expected the word of a scheme that is not taken, found `same` again; the other one is in line 24
# problem: binary_toc_unfit.ksy:25:94: /-toc/frames/head: expected a type of this schema, found `nowhere`; name a part that fits
# problem: binary_toc_unfit.ksy:26:17: /-toc/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-toc:
  at: magic
  least: 0
  version: {key: a, number: 1, doc: One.}
  texts: [{key: b, doc: Two.}, {key: b, doc: Two.}]
  targets: {key: c, doc: Three.}
  rows: {key: a, doc: Four.}
  entry: {kind: {key: e, doc: Five.}, ordinal: {key: f, doc: Six.}, size: {key: f, doc: Seven.}}
  scheme: {key: d, doc: Eight.}
  listed: {word: same, list: {key: g, doc: Nine.}, offset: {key: h, doc: Ten.}, size: {key: h, doc: Eleven.}}
  frames: {word: same, offset: {key: i, doc: Twelve.}, size: {key: j, doc: Thirteen.}, head: nowhere, count: none, limit: 0, packing: zstd, frame: text, length: none}
  id: {grammar: target_id, kind: hip, triple: here}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
types:
  text:
    doc: A text.
    seq:
      - {id: len, type: u4, doc: A length.}
      - {id: text, size: 4, doc: Some bytes.}
