# problem: binary_write_sum_fields.ksy:9:33: /seq/1/-write: expected fields of the outermost record, from the first to the last, without a checksum among them, found `first..other`; name them by their ids: `crc32(magic..entries)`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: first, type: u4, -default: 0, doc: A field.}
  - {id: crc, type: u4, -write: 'crc32(first..other)', doc: A field.}
  - {id: other, type: u4, -write: 'adler32(first)', doc: A field.}
