# problem: binary_envelope_data_constant.ksy:3:7: /meta/id: expected `data`, bytes of any length, as the last thing in `sample`, found something else; compressed bytes are the last thing in the file, in every version
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
  - id: hash
    type: u8
    -write: md5(data)
    doc: A hash.
  - id: data
    size: 16
    doc: Compressed bytes.
enums:
  method:
    0: {id: zlib, -codec: zlib}
