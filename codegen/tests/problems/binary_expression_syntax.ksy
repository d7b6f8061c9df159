# problem: binary_expression_syntax.ksy:17:11: /seq/0/size: expected a number, a text, a name or `(`, found the end of the expression at character 4 of `4 +`; expressions are those of Kaitai Struct, without `f"…"`
# problem: binary_expression_syntax.ksy:20:11: /seq/1/size: expected a sum of at most 32 whole numbers and fields of this record, found something else at character 1 of `x / 2`; typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted
# problem: binary_expression_syntax.ksy:23:11: /seq/2/size: expected a sum of at most 32 whole numbers and fields of this record, found something else at character 1 of `_io.size`; typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted
# problem: binary_expression_syntax.ksy:26:11: /seq/3/size: expected a sum of at most 32 whole numbers and fields of this record, found something else at character 1 of `header.len_x`; typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted
# problem: binary_expression_syntax.ksy:29:11: /seq/4/size: expected an expression, found a list of 1; write it as text
# problem: binary_expression_syntax.ksy:32:11: /seq/5/size: expected a sum of at most 32 whole numbers and fields of this record, found something else at character 5 of `x + _parent.y`; typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted
# problem: binary_expression_syntax.ksy:35:11: /seq/6/size: expected a sum of at most 32 whole numbers and fields of this record, found something else at character 1 of `_root.x`; typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted
# problem: binary_expression_syntax.ksy:38:11: /seq/7/size: expected a sum of at most 32 whole numbers and fields of this record, found something else at character 1 of `x * 4`; typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted
# problem: binary_expression_syntax.ksy:41:11: /seq/8/size: expected a sum of at most 32 whole numbers and fields of this record, found something else at character 130 of `… + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + x)`; typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted
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
  - id: f
    size: x + _parent.y
    doc: A field.
  - id: g
    size: _root.x
    doc: A field.
  - id: h
    size: x * 4
    doc: A field.
  - id: i
    size: 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + (1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + x)
    doc: A field.
