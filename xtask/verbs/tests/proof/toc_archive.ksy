meta:
  id: toc_archive
  title: Table-of-contents archive
  endian: le
doc: An archive whose table of contents says where each body lies.
seq:
  - id: magic
    contents: TOCA
    doc: Marks an archive.
  - id: num_entries
    type: u4
    -write: count(entries)
    doc: Number of entries.
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
    doc: The table of contents.
types:
  entry:
    doc: One file of the archive.
    seq:
      - id: ofs_body
        type: u4
        -write: offset(body)
        doc: Start of the body, in bytes from the start of the file.
      - id: len_body
        type: u4
        -write: size(body)
        doc: Length of the body in bytes.
      - id: len_name
        type: u2
        -write: size(name)
        doc: Length of the name in bytes.
      - id: name
        type: str
        size: len_name
        encoding: UTF-8
        doc: Name of the file.
    instances:
      body:
        io: _root._io
        pos: ofs_body
        size: len_body
        doc: What the file holds.
