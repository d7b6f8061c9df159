# problem: binary_given_to_operations.ksy:23:14: /types/v4/seq/0/id: expected what to write as `level` where the tool bundles, which knows nothing of it, found nothing; give it with `-default`, or `-write: constant(N)` if it is the same in every file
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-envelope: {method: method, data: data}
seq:
  - {id: magic, contents: SAMPLE, doc: Magic.}
  - {id: method, type: u1, enum: method, -open: true, doc: How.}
  - {id: version, type: u1, -default: 2, doc: Version.}
  - {id: body, type: {switch-on: version, cases: {2: v2, 4: v4}}, doc: Body.}
types:
  v2:
    doc: Version 2.
    seq:
      - {id: len_decompressed, type: u4, -write: decompressed-size(data), doc: Length.}
      - {id: hash, type: u8, -write: md5(data), doc: Hash.}
      - {id: data, size-eos: true, doc: Data.}
  v4:
    doc: Version 4 has one field more.
    seq:
      - {id: level, type: u4, doc: Level of compression.}
      - {id: len_decompressed, type: u4, -write: decompressed-size(data), doc: Length.}
      - {id: hash, type: u8, -write: md5(data), doc: Hash.}
      - {id: data, size-eos: true, doc: Data.}
enums:
  method:
    1: {id: zstd, -codec: zstd}
