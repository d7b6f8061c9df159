# problem: binary_constant_not_allowed.ksy:13:48: /seq/0/-write: expected a value that the field may have, found 2; no file could be read back
# problem: binary_constant_not_allowed.ksy:14:44: /seq/1/-write: expected a value that the field may have, found 2; no file could be read back
# problem: binary_constant_not_allowed.ksy:15:34: /seq/2/valid: expected `min` and `max` on a computed number, found another rule; the writer computes the number, whichever it is: give `min` and `max` at most
# problem: binary_constant_not_allowed.ksy:16:33: /seq/3/enum: expected `-open: true` on a computed number, found none; the writer computes the number, whichever it is: give `min` and `max` at most
# problem: binary_constant_not_allowed.ksy:18:51: /seq/5/repeat-expr: expected a number without `enum`, found `num_d`; Kaitai Struct computes with plain numbers only: leave `enum` out, or name its values elsewhere
# problem: binary_constant_not_allowed.ksy:19:83: /seq/6/-default: expected a value that the field may have, found 5; a builder must start from something that can be written
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: a, type: u1, valid: {min: 3}, -write: constant(2), doc: A number.}
  - {id: b, type: u1, enum: named, -write: constant(2), doc: A number.}
  - {id: num_c, type: u1, valid: {any-of: [1, 3]}, -write: count(c), doc: A number.}
  - {id: num_d, type: u1, enum: named, -write: count(d), doc: A number.}
  - {id: c, type: one, repeat: expr, repeat-expr: num_c, doc: A list.}
  - {id: d, type: one, repeat: expr, repeat-expr: num_d, doc: A list.}
  - {id: e, type: u1, enum: named, -open: true, valid: {in-enum: true}, -default: 5, doc: A number.}
types:
  one:
    doc: A record.
    seq:
      - {id: x, type: u1, doc: A number.}
enums:
  named:
    1: first
