# problem: binary_codec_misplaced.ksy:18:27: /enums/method/0/-codec: expected `-codec` on a value of the `method` of `-envelope`, found `-codec` on something else; leave it out
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: magic
    contents: AB
    doc: The start.
  - id: method
    type: u1
    enum: method
    -open: true
    doc: How it is compressed.
enums:
  method:
    0: {id: zlib, -codec: zlib}
