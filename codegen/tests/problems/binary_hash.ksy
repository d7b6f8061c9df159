# problem: binary_hash.ksy:10:13: /seq/0/-write: expected a computed number, found `hash(kind)`; say which hash of what compressed bytes hold: `md5(x)`
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
