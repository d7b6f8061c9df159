# problem: binary_write_unknown_word.ksy:10:13: /seq/0/-write: expected `count(x)`, `size(x)`, `offset(x)`, `decompressed-size(x)`, `md5(x)`, `crc32(first..last)`, `adler32(first..last)`, `constant(N)`, `size(_root)` or `given`, found `sum(x)`; say what the writer computes the number from
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    -write: sum(x)
    doc: A field.
