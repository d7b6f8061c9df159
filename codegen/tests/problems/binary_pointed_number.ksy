# problem: binary_pointed_number.ksy:13:25: /instances/x/type: expected text, bytes or a type as what is pointed at, found something else; wrap it in a type of its own
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
  x: {pos: ofs_x, type: u4, doc: X.}
