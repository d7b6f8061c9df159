# problem: binary_too_long.ksy:3:7: /meta/id: expected small files of at most 16777216 bytes, found files of up to 1099511627776 bytes; tests write whole files: smaller constant sizes, counts and alignments
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: header, size: 1099511627776, doc: Bytes.}
