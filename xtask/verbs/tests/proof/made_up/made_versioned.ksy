meta:
  id: made_versioned
  title: Versioned header with a trailer
  endian: le
  encoding: ASCII
-reader-only: it is read by its table.
doc: A header whose version decides what is in it, a body, and a trailer with a checksum at the very end.
seq:
  - id: magic
    contents: [VERS, 0]
    doc: Tells the format.
  - id: version
    type: u1
    valid:
      min: 1
      max: 3
    doc: The version.
  - id: len_body
    type: u4
    doc: How long the body is, with the 6 bytes before it, in bytes.
  - id: created
    type: u8
    if: version >= 2
    doc: When the file was made, in seconds.
  - id: author
    type: strz
    if: version >= 3
    doc: Who made it.
  - id: body
    size: len_body - 6
    doc: The body.
instances:
  trailer:
    pos: _io.size - 8
    type: trailer
    doc: The trailer.
types:
  trailer:
    doc: What every file ends with.
    seq:
      - id: crc
        type: u4
        doc: The checksum of everything before it.
        -write: crc32(_parent.magic.._parent.body)
      - id: mark
        contents: ENDV
        doc: Tells that the file is whole.
