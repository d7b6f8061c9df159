# problem: binary_expression_syntax.ksy:13:11: /seq/0/size: expected a number, a field or `(`, found the end of the expression at character 4 of `4 +`; expressions have numbers, fields, `_parent.field`, `_root.field`, `+`, `-`, `*` and parentheses
# problem: binary_expression_syntax.ksy:16:11: /seq/1/size: expected `+`, `-`, `*` or the end of the expression, found `/` at character 3 of `x / 2`; expressions have numbers, fields, `_parent.field`, `_root.field`, `+`, `-`, `*` and parentheses
# problem: binary_expression_syntax.ksy:19:11: /seq/2/size: expected the id of a field, found `_io` at character 1 of `_io.size`; expressions have numbers, fields, `_parent.field`, `_root.field`, `+`, `-`, `*` and parentheses
# problem: binary_expression_syntax.ksy:22:11: /seq/3/size: expected a field of this record, of `_parent` or of `_root`, found `.` at character 7 of `header.len_x`; expressions have numbers, fields, `_parent.field`, `_root.field`, `+`, `-`, `*` and parentheses
# problem: binary_expression_syntax.ksy:25:11: /seq/4/size: expected an expression, found a list of 1; write numbers, fields, `+`, `-`, `*`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: a
    size: 4 +
    doc: A field.
  - id: b
    size: x / 2
    doc: A field.
  - id: c
    size: _io.size
    doc: A field.
  - id: d
    size: header.len_x
    doc: A field.
  - id: e
    size: [1]
    doc: A field.
