# problem: binary_pos_from_offset.ksy:22:10: /instances/part/pos: expected a number that is known when the frame is written, found `ofs_base`; offsets and the length of the file are known last: count from the start of the file
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: ofs_base
    type: u4
    -write: offset(base)
    doc: A field.
  - id: ofs_part
    type: u4
    -write: offset(part)
    doc: A field.
instances:
  base:
    pos: ofs_base
    size: 4
    doc: Base.
  part:
    pos: ofs_base + ofs_part
    size: 4
    doc: Part.
