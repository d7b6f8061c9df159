# problem: binary_signed_and_bits.ksy:12:11: /seq/0/type: expected the supported subset of Kaitai Struct in a type, found `s4`; signed numbers are not supported: `u4` reads the same bytes
# problem: binary_signed_and_bits.ksy:15:11: /seq/1/type: expected the supported subset of Kaitai Struct in a type, found `f8be`; floating-point numbers are not supported: `u8be` reads the same bytes
# problem: binary_signed_and_bits.ksy:18:11: /seq/2/type: expected the supported subset of Kaitai Struct in a type, found `b12`; bit fields are not supported: read the whole number that they are in
# problem: binary_signed_and_bits.ksy:21:11: /seq/3/type: expected the supported subset of Kaitai Struct in a type, found `u3`; numbers are u1, u2, u4, u8; with `le` or `be` after it for a byte order of its own
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: a
    type: s4
    doc: A field.
  - id: b
    type: f8be
    doc: A field.
  - id: c
    type: b12
    doc: A field.
  - id: d
    type: u3
    doc: A field.
