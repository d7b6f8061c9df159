# problem: binary_bad_ids.ksy:18:9: /seq/3/id: expected an id of this record that is not taken, found `twice` again; the other one is in line 15
# problem: binary_bad_ids.ksy:9:9: /seq/0/id: expected a name of small letters, digits and `_` that begins with a letter, found `Kind`; write it in snake case: it becomes a name in Rust
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: Kind
    type: u1
    doc: A field.
  - id: type
    type: u1
    doc: A field.
  - id: twice
    type: u1
    doc: A field.
  - id: twice
    type: u1
    doc: A field.
  - id: bytes
    type: u1
    doc: A field.
