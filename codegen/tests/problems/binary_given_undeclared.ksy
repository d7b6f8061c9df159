# problem: binary_given_undeclared.ksy:11:35: /seq/2/-write: expected `-write: given` on a number whose id begins with `num_`, `len_` or `ofs_`, found `flags`; leave it out: the caller gives every other number anyway
# problem: binary_given_undeclared.ksy:9:10: /seq/0/id: expected `-write` of `len_other`, found none; say what the writer computes it from, such as `-write: size(…)`; or `-write: given` if only the caller can know
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: len_other, type: u4, doc: Nothing computes it.}
  - {id: num_else, type: u4, -write: given, doc: The caller gives it.}
  - {id: flags, type: u4, -write: given, doc: The caller gives it anyway.}
