# problem: binary_given_undeclared.ksy:10:10: /seq/0/id: expected `-write` of `len_other`, found none; say what the writer computes it from, such as `-write: size(…)`; or `-write: given` where it stands in the `front` of what is compressed, too
# problem: binary_given_undeclared.ksy:11:38: /seq/1/-write: expected `-write: given` in a schema whose `-envelope` has a `front`, found none; say what the writer computes it from: no caller gives a count, a size or an offset
# problem: binary_given_undeclared.ksy:12:35: /seq/2/-write: expected `-write: given` on a number whose id begins with `num_`, `len_` or `ofs_`, found `flags`; leave it out: the caller gives every other number anyway
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: len_other, type: u4, doc: Nothing computes it.}
  - {id: num_else, type: u4, -write: given, doc: The caller gives it.}
  - {id: flags, type: u4, -write: given, doc: The caller gives it anyway.}
