# problem: binary_computed_with_named.ksy:10:19: /seq/2/size: expected a number without `enum`, found `kind`; Kaitai Struct computes with plain numbers only: leave `enum` out, or name its values elsewhere
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: kind, type: u1, enum: kinds, doc: What it is.}
  - {id: len_x, type: u1, -write: size(x), doc: A length.}
  - {id: x, size: len_x + kind, doc: Bytes.}
enums:
  kinds:
    1: one
