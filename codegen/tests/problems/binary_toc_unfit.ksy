# problem: binary_toc_unfit.ksy:17:7: /-toc/at: expected a number of `sample`, found `magic`; name a part that fits
# problem: binary_toc_unfit.ksy:18:10: /-toc/least: expected at least one byte, found 0; write a larger number
# problem: binary_toc_unfit.ksy:20:38: /-toc/texts/1/key: expected a key of the table of contents that is not taken, found `b` again; the other one is in line 20
# problem: binary_toc_unfit.ksy:22:15: /-toc/rows/key: expected a key of the table of contents that is not taken, found `a` again; the other one is in line 19
# problem: binary_toc_unfit.ksy:23:81: /-toc/entry/size/key: expected a key of an entry that is not taken, found `f` again; the other one is in line 23
# problem: binary_toc_unfit.ksy:25:93: /-toc/listed/size/key: expected a key of a listed content that is not taken, found `h` again; the other one is in line 25
# problem: binary_toc_unfit.ksy:26:123: /-toc/frames/limit: expected at least one frame, found 0; write a larger number
# problem: binary_toc_unfit.ksy:26:148: /-toc/frames/frame: expected a type that has numbers alone, found `text`; name a part that fits
# problem: binary_toc_unfit.ksy:26:162: /-toc/frames/length: expected a number of `text`, found `none`; name a part that fits
# problem: binary_toc_unfit.ksy:26:18: /-toc/frames/word: expected the word of a scheme that is not taken, found `same` again; the other one is in line 25
# problem: binary_toc_unfit.ksy:26:94: /-toc/frames/head: expected a type of this schema, found `nowhere`; name a part that fits
# problem: binary_toc_unfit.ksy:27:17: /-toc/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
# problem: binary_toc_unfit.ksy:28:52: /-toc/written/family: expected a key of `texts`, found `z`; there are: b, b
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
  written: {contents: 4, kind: k, name: b, family: z}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
types:
  text:
    doc: A text.
    seq:
      - {id: len, type: u4, doc: A length.}
      - {id: text, size: 4, doc: Some bytes.}
