# problem: binary_option_mistakes.ksy:10:25: /-options/0/default: expected a default from 0 to 8, found 9; correct one of the three
# problem: binary_option_mistakes.ksy:11:26: /-options/1/default: expected a default from 2 to 18446744073709551615, found 1; correct one of the three
# problem: binary_option_mistakes.ksy:22:36: /instances/x/-align: expected an alignment of at least 1, found 0; 1 means no alignment; an option needs `min: 1`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-options:
  - {id: page, default: 9, min: 0, max: 8, doc: Page.}
  - {id: other, default: 1, min: 2, doc: Other.}
seq:
  - id: ofs_x
    type: u1
    -write: offset(x)
    doc: A field.
  - id: ofs_y
    type: u1
    -write: offset(y)
    doc: A field.
instances:
  x: {pos: ofs_x, size: 4, -align: page, doc: X.}
  y: {pos: ofs_y, size: 4, -align: other, doc: Y.}
