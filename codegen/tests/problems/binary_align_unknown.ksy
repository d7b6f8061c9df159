# problem: binary_align_unknown.ksy:13:36: /instances/x/-align: expected an option of this schema, found `pgae`; there is none
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: ofs_x
    type: u1
    -write: offset(x)
    doc: A field.
instances:
  x: {pos: ofs_x, size: 4, -align: pgae, doc: X.}
