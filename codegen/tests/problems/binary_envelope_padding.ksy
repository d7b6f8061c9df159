# problem: binary_envelope_padding.ksy:7:51: /-envelope/padding: expected a byte from 0 to 255, found the number 300; write one byte
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-envelope: {method: nothing, data: data, padding: 300}
seq:
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
    size-eos: true
    doc: Compressed bytes.
enums:
  method:
    0: {id: plain}
