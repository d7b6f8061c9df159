# problem: binary_fact_of_plain_bytes.ksy:14:13: /seq/1/-write: expected `decompressed-size` of the `data` of `-envelope` in this record, found `data`; only compressed bytes at the end of an envelope hold something else
# problem: binary_fact_of_plain_bytes.ksy:18:13: /seq/2/-write: expected `md5` of the `data` of `-envelope` in this record, found `data`; only compressed bytes at the end of an envelope hold something else
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: magic
    contents: AB
    doc: The start.
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
