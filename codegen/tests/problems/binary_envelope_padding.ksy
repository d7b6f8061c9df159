# problem: binary_envelope_padding.ksy:5:7: /meta/id: expected fixed bytes at the start of an envelope, found something else; add a first field with `contents`: it tells the format from others
# problem: binary_envelope_padding.ksy:9:21: /-envelope/method: expected a number in `seq` at the top level with `enum` and `-open: true`, which the caller gives, found `nothing`; readers must be able to show a header whose method they do not know
# problem: binary_envelope_padding.ksy:9:51: /-envelope/padding: expected a byte from 0 to 255, found the number 300; write one byte
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
