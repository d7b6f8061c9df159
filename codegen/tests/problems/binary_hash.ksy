# problem: binary_hash.ksy:10:13: /seq/0/-write: expected a computed number, found `hash(kind)`; hashes are not supported yet
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: checksum
    type: u8
    -write: hash(kind)
    doc: A field.
