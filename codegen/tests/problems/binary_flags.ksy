# problem: binary_flags.ksy:11:48: /seq/0/-flags: expected `-open: true` beside `-flags`, found none; several bits together have no name, and bits without a name are kept
# problem: binary_flags.ksy:12:76: /seq/1/valid: expected no `valid` on a number with an `enum`, found one; leave it out: without `-open` a number is one that its enum names
# problem: binary_flags.ksy:13:38: /seq/2/-flags: expected `-flags` on a number with an `enum`, found `-flags` on something else; leave it out
# problem: binary_flags.ksy:17:5: /enums/bits/3: expected one bit, found 3; give one bit, such as 1, 2, 4 or 8; or leave `-flags` out
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: closed, type: u4, enum: bits, -flags: true, doc: No other bits.}
  - {id: narrowed, type: u4, enum: bits, -open: true, -flags: true, valid: {max: 4}, doc: Some bits.}
  - {id: nameless, type: u4, -flags: true, doc: Bits without names.}
enums:
  bits:
    1: {id: one, doc: A bit.}
    3: {id: two, doc: Two bits.}
