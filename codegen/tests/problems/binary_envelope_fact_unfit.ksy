# problem: binary_envelope_fact_unfit.ksy:18:9: /seq/2/id: expected an id that begins with `len_`, found `unpacked`; call it `len_…`, as Kaitai's style guide does
# problem: binary_envelope_fact_unfit.ksy:23:11: /seq/3/type: expected a number of 8 bytes of any value, found something else; it holds the first 8 bytes of the digest
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
  - id: unpacked
    type: u4
    -write: decompressed-size(data)
    doc: A length.
  - id: hash
    type: u4
    -write: md5(data)
    doc: A hash.
  - id: data
    size-eos: true
    doc: Compressed bytes.
enums:
  method:
    0: {id: zlib, -codec: zlib}
