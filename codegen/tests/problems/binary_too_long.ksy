# problem: binary_too_long.ksy:11:19: /seq/2/size: expected a length that may be 1048576 or less, found at least 1099511627776; a builder starts from the shortest one: let it be shorter
# problem: binary_too_long.ksy:9:24: /seq/0/size: expected a length that may be 1048576 or less, found at least 1099511627776; a builder starts from the shortest one: let it be shorter
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: header, size: 1099511627776, doc: Bytes.}
  - {id: len_y, type: u8, valid: {min: 1099511627776}, -write: size(y), doc: A length of a tebibyte.}
  - {id: y, size: len_y, doc: Bytes.}
