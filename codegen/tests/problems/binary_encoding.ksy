# problem: binary_encoding.ksy:15:15: /seq/1/encoding: expected `UTF-8` or `ASCII`, found `EBCDIC`; other encodings are not supported
# problem: binary_encoding.ksy:9:9: /seq/0/id: expected the encoding of text, found none; add `encoding: UTF-8` or `encoding: ASCII`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: label
    type: strz
    doc: A field.
  - id: name
    type: str
    size: 4
    encoding: EBCDIC
    doc: A field.
