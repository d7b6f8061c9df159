# problem: binary_envelope_fact_missing.ksy:3:7: /meta/id: expected one field with `-write: md5(data)` in `sample`, found 0; readers need it to prove that what comes out of the compressed bytes is right
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
  - id: len_unpacked
    type: u4
    -write: decompressed-size(data)
    doc: A length.
  - id: data
    size-eos: true
    doc: Compressed bytes.
enums:
  method:
    0: {id: zlib, -codec: zlib}
