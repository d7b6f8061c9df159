# A made-up container: a header, a record that depends on the version, a table with offsets, a string table, and contents.
meta:
  id: part_table
  title: part table (made up)
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header, a record whose shape depends on the version, a table of parts, their notes, and their contents.
  All offsets are in bytes from the start of the file.
doc-ref: Made-up specification, section 1
-container:
  entries: parts
  id: id
  content: body
seq:
  - id: magic
    contents: PARTS!
    doc: Marks the start.
  - id: version
    type: u2
    -default: 2
    doc: Version of the record that follows.
  - id: details
    type: {switch-on: version, cases: {1: details_v1, 2: details_v2}}
    doc: What depends on the version.
  - id: num_parts
    type: u4
    -write: count(parts)
    doc: Number of parts.
  - id: parts
    type: part
    repeat: expr
    repeat-expr: num_parts
    doc: The table of parts.
types:
  details_v1:
    doc: The record of version 1.
    seq:
      - id: level
        type: u1
        -default: 0
        doc: How important the parts are.
  details_v2:
    doc: The record of version 2.
    seq:
      - id: level
        type: u2
        -default: 0
        doc: How important the parts are.
      - id: owner
        type: u4
        -default: 0
        doc: Whose parts they are.
  part:
    doc: One part.
    seq:
      - id: ofs_note
        type: u4
        -write: offset(note)
        doc: Start of the note.
      - id: ofs_body
        type: u4
        -write: offset(body)
        doc: Start of the contents.
      - id: len_body
        type: u4
        -write: size(body)
        doc: Length of the contents in bytes.
      - id: len_id
        type: u1
        -write: size(id)
        doc: Length of the bundle entry ID in bytes.
      - id: id
        type: str
        size: len_id
        encoding: UTF-8
        -grammar: target_id
        doc: Bundle entry ID of the contents.
    instances:
      note:
        io: _root._io
        pos: ofs_note
        type: strz
        encoding: UTF-8
        -limit: 1000
        doc: A note in the string table.
      body:
        io: _root._io
        pos: ofs_body
        size: len_body
        -align: 16
        -fill: 0
        doc: The contents.
