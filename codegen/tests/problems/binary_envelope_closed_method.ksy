# problem: binary_envelope_closed_method.ksy:7:21: /-envelope/method: expected a number in `seq` at the top level with `enum` and `-open: true`, which the caller gives, found `method`; readers must be able to show a header whose method they do not know
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
    doc: How it is compressed.
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
enums:
  method:
    0: {id: zlib, -codec: zlib}
