# problem: binary_long_id.ksy:4:7: /meta/id: expected a name of at most 100 letters, found one of 101; shorten it: generated files and folders are called so
# problem: binary_long_id.ksy:9:10: /seq/0/id: expected a name of at most 100 letters, found one of 101; shorten it: generated files and folders are called so
meta:
  id: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, type: u4, doc: A number.}
