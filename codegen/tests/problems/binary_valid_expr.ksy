# problem: binary_valid_expr.ksy:10:13: /seq/0/valid/expr: expected the supported subset of Kaitai Struct in `valid`, found `expr`; use `eq`, `min` and `max`, `any-of` or `in-enum`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    valid: {expr: _ < 4}
    doc: A field.
