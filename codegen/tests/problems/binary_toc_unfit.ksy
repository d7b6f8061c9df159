# problem: binary_toc_unfit.ksy:23:7: /-toc/at: expected a column that is the `unpacked`, found none; write one in `columns`, with `role: unpacked`
# problem: binary_toc_unfit.ksy:23:7: /-toc/at: expected a number of `sample`, found `magic`; name a part that fits
# problem: binary_toc_unfit.ksy:24:10: /-toc/least: expected at least one byte, found 0; write a larger number
# problem: binary_toc_unfit.ksy:27:14: /-toc/columns/1/path: expected `KEY`, found `b[]`; write the path so, or another role
# problem: binary_toc_unfit.ksy:28:14: /-toc/columns/2/path: expected a path of the table of contents that is not taken, found `a` again; the other one is in line 26
# problem: binary_toc_unfit.ksy:29:14: /-toc/columns/3/path: expected `KEY[]`, found `c`; write the path so, or another role
# problem: binary_toc_unfit.ksy:31:14: /-toc/columns/5/path: expected `b.*.*`, found `b.*[]`; write the path so, or another role
# problem: binary_toc_unfit.ksy:32:14: /-toc/columns/6/path: expected `b.*[].KEY`, found `e.*.*.f`; write the path so, or another role
# problem: binary_toc_unfit.ksy:34:23: /-toc/columns/8/role: expected a role that is not taken, found `scheme` again; the other one is in line 33
# problem: binary_toc_unfit.ksy:36:14: /-toc/columns/10/path: expected `g[].KEY`, found `h`; write the path so, or another role
# problem: binary_toc_unfit.ksy:38:14: /-toc/columns/12/path: expected `KEY`, found `g[].*`; write the path so, or another role
# problem: binary_toc_unfit.ksy:39:14: /-toc/columns/13/path: expected `KEY`, found ``; write the path so, or another role
# problem: binary_toc_unfit.ksy:40:23: /-toc/columns/14/role: expected a role of a column, found `measure`; there are: version, target, row, entry, ordinal, unpacked, scheme, content, offset, size, frames-offset, frames-size
# problem: binary_toc_unfit.ksy:43:18: /-toc/frames/word: expected the word of a scheme that is not taken, found `same` again; the other one is in line 42
# problem: binary_toc_unfit.ksy:43:30: /-toc/frames/head: expected a type of this schema, found `nowhere`; name a part that fits
# problem: binary_toc_unfit.ksy:43:59: /-toc/frames/limit: expected at least one frame, found 0; write a larger number
# problem: binary_toc_unfit.ksy:43:84: /-toc/frames/frame: expected a type that has numbers alone, found `text`; name a part that fits
# problem: binary_toc_unfit.ksy:43:98: /-toc/frames/length: expected a number of `text`, found `none`; name a part that fits
# problem: binary_toc_unfit.ksy:44:17: /-toc/id/grammar: expected the `id` of a schema of the dialect `ids`, found `target_id`; there is none
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-toc:
  at: magic
  least: 0
  columns:
    - {path: a, role: version, doc: One.}
    - {path: 'b[]', doc: A note is no list.}
    - {path: a, doc: Taken.}
    - {path: c, role: target, doc: No list.}
    - {path: b.*, role: row, doc: Four.}
    - {path: 'b.*[]', role: entry, doc: A list under a name.}
    - {path: e.*.*.f, role: ordinal, doc: In no column.}
    - {path: d, role: scheme, doc: Eight.}
    - {path: s, role: scheme, doc: Another one.}
    - {path: 'g[]', role: content, doc: Nine.}
    - {path: h, role: offset, doc: Not in the content.}
    - {path: 'g[].k', role: size, doc: Eleven.}
    - {path: 'g[].*', role: frames-offset, doc: All of the content.}
    - {path: '', role: frames-size, doc: Nothing.}
    - {path: m, role: measure, doc: No role.}
  version: 1
  listed: same
  frames: {word: same, head: nowhere, count: none, limit: 0, packing: zstd, frame: text, length: none}
  id: {grammar: target_id, kind: hip, triple: here}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
types:
  text:
    doc: A text.
    seq:
      - {id: len, type: u4, doc: A length.}
      - {id: text, size: 4, doc: Some bytes.}
