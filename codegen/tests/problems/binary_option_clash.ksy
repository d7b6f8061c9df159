# problem: binary_option_clash.ksy:10:10: /-options/1/id: expected an id that no field has, found `ofs_x`; rename one of them: both are fields of the builder
# problem: binary_option_clash.ksy:22:36: /instances/y/-align: expected an alignment of at least 1, found 0; 1 means no alignment; an option needs `min: 1`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-options:
  - {id: page, default: 1, min: 1, max: 8, doc: Page.}
  - {id: ofs_x, default: 1, doc: Clash.}
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
  y: {pos: ofs_y, size: 4, -align: ofs_x, doc: Y.}
