# problem: binary_pos_constant.ksy:13:10: /instances/part/pos: expected one field `ofs_…` with `-write: offset(part)` in `pos`, found `64`; what stands at a fixed place is not pointed at: describe it in `seq`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
instances:
  part:
    pos: 64
    size: 4
    doc: Part.
