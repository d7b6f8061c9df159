# problem: binary_other_io.ksy:14:23: /instances/x/io: expected `_root._io`, found `other._io`; offsets count from the start of the file
# problem: binary_other_io.ksy:14:50: /instances/x/-fill: expected a byte from 0 to 255, found the number 256; write one byte
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
  x: {pos: ofs_x, io: other._io, size: 4, -fill: 256, doc: X.}
