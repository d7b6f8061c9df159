# problem: binary_versions.ksy:25:14: /types/new/seq/0/id: expected a field as in `old`, which is another version, found `kind`; versions are one type in generated code: give one of the two fields another id
# problem: binary_versions.ksy:26:13: /types/new/seq/1/id: expected a field as in `old`, which is another version, found `count`; versions are one type in generated code: give one of the two fields another id
# problem: binary_versions.ksy:34:16: /types/new_part/seq/0/id: expected a field as in `old_part`, which is another version, found `name`; versions are one type in generated code: give one of the two fields another id
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
seq:
  - {id: magic, contents: SAMPLE, doc: The start.}
  - {id: version, type: u1, -default: 1, doc: The version.}
  - id: body
    type: {switch-on: version, cases: {1: old, 2: new}}
    doc: The rest.
types:
  old:
    doc: Version 1.
    seq:
      - {id: kind, type: u1, enum: kind, -open: true, -default: 0, doc: A kind.}
      - {id: count, type: u1, -default: 0, doc: A number.}
      - {id: part, type: old_part, doc: A part.}
  old_part:
    doc: A part in version 1.
    seq: [{id: name, type: u1, -default: 0, doc: A number.}]
  new:
    doc: Version 2.
    seq:
      - {id: kind, type: u4, -default: 0, doc: A number without names.}
      - id: count
        type: str
        size: 4
        encoding: ASCII
        doc: A text.
      - {id: part, type: new_part, doc: A part.}
  new_part:
    doc: A part in version 2.
    seq: [{id: name, size: 4, doc: Bytes.}]
enums:
  kind: {0: none}
