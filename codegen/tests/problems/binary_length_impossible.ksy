# problem: binary_length_impossible.ksy:11:19: /seq/2/size: expected a length of at most 1048576 that fits `len_x` and its limit, found `len_x - n`, which must then be at least 0 and at most -45; give the numbers in it bounds with `valid`, or let the field be wider
# problem: binary_length_impossible.ksy:13:19: /seq/4/size: expected a length of at most 1048576 that fits `len_y` and its limit, found `len_y`, which must then be at least 1099511627776 and at most 18446744073709551615; give the numbers in it bounds with `valid`, or let the field be wider
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: n, type: u2, valid: {min: 300}, doc: A number of at least 300.}
  - {id: len_x, type: u1, -write: size(x), doc: A length of at most 255.}
  - {id: x, size: len_x - n, doc: Bytes.}
  - {id: len_y, type: u8, valid: {min: 1099511627776}, -write: size(y), doc: A length of a tebibyte.}
  - {id: y, size: len_y, doc: Bytes.}
