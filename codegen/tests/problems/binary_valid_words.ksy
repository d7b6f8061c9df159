# problem: binary_valid_words.ksy:13:13: /seq/0/valid/expr: expected the supported subset of Kaitai Struct in `valid`, found `expr`; use `min` and `max`
# problem: binary_valid_words.ksy:17:13: /seq/1/valid/eq: expected the supported subset of Kaitai Struct in `valid`, found `eq`; write the number alone: `valid: 1`
# problem: binary_valid_words.ksy:21:13: /seq/2/valid/any-of: expected the supported subset of Kaitai Struct in `valid`, found `any-of`; not used by typed layouts: name the numbers in an `enum`
# problem: binary_valid_words.ksy:25:13: /seq/3/valid/in-enum: expected the supported subset of Kaitai Struct in `valid`, found `in-enum`; leave it out: without `-open` a number is one that its `enum` names
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
  - id: a
    type: u1
    valid: {eq: 1, max: 3}
    doc: A field.
  - id: b
    type: u1
    valid: {any-of: [1, 2]}
    doc: A field.
  - id: c
    type: u1
    valid: {in-enum: true}
    doc: A field.
