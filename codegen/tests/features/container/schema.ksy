# A container whose records have more than an ID and a content: what operations do not know gets its default. A checksum covers its head.
meta:
  id: chest
  title: Chest
  endian: be
doc: A container.
-container:
  entries: drawers
  id: label
  content: things
seq:
  - id: magic
    contents: CHEST
    doc: Marks the start.
  - id: num_drawers
    type: u1
    -write: count(drawers)
    doc: Number of drawers.
  - id: owner
    type: u4
    -default: 7
    doc: Whose it is.
  - id: drawers
    type: drawer
    repeat: expr
    repeat-expr: num_drawers
    doc: The drawers.
  - id: crc
    type: u4
    -write: crc32(magic..drawers)
    doc: Checksum of everything before it.
types:
  drawer:
    doc: A drawer.
    seq:
      - id: depth
        type: u1
        -default: 30
        doc: How deep it is, in centimetres.
      - id: label
        type: strz
        encoding: UTF-8
        doc: What stands on it.
      - id: len_things
        type: u2
        -write: size(things)
        doc: Length of the content in bytes.
      - id: ofs_things
        type: u4
        -write: offset(things)
        doc: Start of the content, from the start of the file.
    instances:
      things:
        pos: ofs_things
        size: len_things
        -align: 4
        -fill: 0x20
        doc: What is in it.
