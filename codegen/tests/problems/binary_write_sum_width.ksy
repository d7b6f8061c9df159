# problem: binary_write_sum_width.ksy:9:33: /seq/1/-write: expected it on a number of 4 bytes, found another field; a checksum of this kind has 4 bytes
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: first, type: u4, -default: 0, doc: A field.}
  - {id: crc, type: u8, -write: 'crc32(first)', doc: A field.}
  - {id: other, type: u4, -write: 'adler32(first)', doc: A field.}
