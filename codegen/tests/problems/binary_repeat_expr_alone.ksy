# problem: binary_repeat_expr_alone.ksy:10:18: /seq/0/repeat-expr: expected `repeat-expr` beside `repeat: expr`, found `repeat-expr` alone; add `repeat: expr`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    repeat-expr: 3
    doc: A field.
