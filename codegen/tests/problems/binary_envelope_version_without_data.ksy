# problem: binary_envelope_version_without_data.ksy:39:3: /types/v2: expected `data`, bytes of any length, as the last thing in `v2`, found something else; compressed bytes are the last thing in the file, in every version
# problem: binary_envelope_version_without_data.ksy:42:13: /types/v2/seq/0/id: expected what to write as `flags` where the tool bundles, which knows nothing of it, found nothing; give it with `-default`, or `-write: constant(N)` if it is the same in every file
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-envelope: {method: method, data: data}
seq:
  - id: magic
    contents: AB
    doc: The start.
  - id: method
    type: u1
    enum: method
    -open: true
    doc: How it is compressed.
  - id: version
    type: u2
    doc: The version.
  - id: body
    type: {switch-on: version, cases: {1: v1, 2: v2}}
    doc: By version.
types:
  v1:
    doc: With data.
    seq:
      - id: len_unpacked
        type: u4
        -write: decompressed-size(data)
        doc: A length.
      - id: hash
        type: u8
        -write: md5(data)
        doc: A hash.
      - id: data
        size-eos: true
        doc: Compressed bytes.
  v2:
    doc: Without data.
    seq:
      - id: flags
        type: u1
        doc: Flags.
enums:
  method:
    0: {id: zlib, -codec: zlib}
