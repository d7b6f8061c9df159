# problem: binary_bad_ids.ksy:11:9: /seq/0/id: expected an id of small letters, digits and `_` that begins with a letter, found `Kind`; write it in snake case
# problem: binary_bad_ids.ksy:14:9: /seq/1/id: expected an id that generated code can use, found `type`; choose another word
# problem: binary_bad_ids.ksy:20:9: /seq/3/id: expected an id that stands once in this record, found `twice` twice; rename one of them
# problem: binary_bad_ids.ksy:23:9: /seq/4/id: expected an id that generated code can use, found `bytes`; choose another word
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
