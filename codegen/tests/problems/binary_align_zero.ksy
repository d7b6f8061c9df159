# problem: binary_align_zero.ksy:20:36: /instances/x/-align: expected an alignment of at least 1, found 0; 1 means no alignment; an option needs `min: 1`
# problem: binary_align_zero.ksy:21:36: /instances/y/-align: expected an alignment of at least 1, found 0; 1 means no alignment; an option needs `min: 1`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-options:
  - {id: page, default: 4, doc: Page.}
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
  y: {pos: ofs_y, size: 4, -align: 0, doc: Y.}
