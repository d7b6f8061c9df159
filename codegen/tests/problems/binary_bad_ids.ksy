# problem: binary_bad_ids.ksy:11:9: /seq/0/id: expected a name of small letters, digits and `_` that begins with a letter, found `Kind`; write it in snake case: it becomes a name in Rust
# problem: binary_bad_ids.ksy:14:9: /seq/1/id: expected a name that generated code can use, found `type`; choose another: this one has a meaning in Rust or in the generated code
# problem: binary_bad_ids.ksy:20:9: /seq/3/id: expected an id of this record that is not taken, found `twice` again; the other one is in line 17
# problem: binary_bad_ids.ksy:23:9: /seq/4/id: expected a name that generated code can use, found `bytes`; choose another: this one has a meaning in Rust or in the generated code
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
