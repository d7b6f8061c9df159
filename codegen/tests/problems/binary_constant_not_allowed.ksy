# problem: binary_constant_not_allowed.ksy:12:48: /seq/0/-write: expected a value that the field may have, found 2; no file could be read back
# problem: binary_constant_not_allowed.ksy:13:44: /seq/1/-write: expected a value that the field may have, found 2; no file could be read back
# problem: binary_constant_not_allowed.ksy:14:33: /seq/2/enum: expected `-open: true` on a computed number, found none; the writer computes the number, whichever it is
# problem: binary_constant_not_allowed.ksy:15:51: /seq/3/repeat-expr: expected a number without `enum`, found `num_d`; Kaitai Struct computes with plain numbers only: leave `enum` out, or name its values elsewhere
# problem: binary_constant_not_allowed.ksy:16:56: /seq/4/valid: expected no `valid` on a number with an `enum`, found one; leave it out: without `-open` a number is one that its enum names
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: a, type: u1, valid: {min: 3}, -write: constant(2), doc: A number.}
  - {id: b, type: u1, enum: named, -write: constant(2), doc: A number.}
  - {id: num_d, type: u1, enum: named, -write: count(d), doc: A number.}
  - {id: d, type: one, repeat: expr, repeat-expr: num_d, doc: A list.}
  - {id: e, type: u1, enum: named, -open: true, valid: 1, doc: A number.}
types:
  one:
    doc: A record.
    seq:
      - {id: x, type: u1, doc: A number.}
enums:
  named:
    1: first
