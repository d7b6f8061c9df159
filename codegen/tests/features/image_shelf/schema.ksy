# A made-up format that has everything: versions, a table with offsets, a string table, named numbers, both byte orders.
meta:
  id: image_shelf
  title: Image shelf (made up)
  ks-version: '0.10'
  endian: be
doc: |
  A header whose shape depends on the version, a table of images, a table of names, and the images themselves.
  All offsets are in bytes from the start of the file.
doc-ref: [Made-up specification 1, Made-up specification 2]
-options:
  - id: page
    default: 16
    min: 1
    max: 4096
    doc: Every image starts at a multiple of this, in bytes.
seq:
  - id: magic
    contents: [0x7f, SHELF, 0]
    doc: Marks the start.
  - id: version
    type: u2
    -default: 2
    doc: Version of the header.
  - id: len_file
    type: u4
    -write: size(_root)
    doc: Length of the file in bytes.
  - id: header
    type: {switch-on: version, cases: {1: narrow_header, 2: wide_header}}
    doc: What depends on the version.
  - id: reserved
    type: u4le
    -write: constant(0)
    doc: Not used.
  - id: num_images
    type: u2
    -write: count(images)
    doc: Number of images.
  - id: ofs_images
    type: u4
    -write: offset(images)
    doc: Start of the table of images.
  - id: num_names
    type: u2le
    -write: count(names)
    doc: Number of names.
  - id: ofs_names
    type: u8le
    -write: offset(names)
    doc: Start of the string table.
instances:
  images:
    pos: ofs_images
    type: image
    repeat: expr
    repeat-expr: num_images
    -limit: 1000
    -align: 8
    doc: The table of images.
  names:
    pos: ofs_names
    type: name
    repeat: expr
    repeat-expr: num_names
    -limit: 1000
    doc: The string table.
types:
  narrow_header:
    doc: The header of version 1.
    seq:
      - id: flags
        type: u1
        valid: {min: 1, max: 4}
        doc: What kind of shelf this is.
  wide_header:
    doc: The header of version 2.
    seq:
      - id: flags
        type: u4
        doc: What kind of shelf this is.
      - id: label
        type: str
        size: 8
        encoding: ASCII
        doc: What stands on the shelf.
      - id: colours
        type: colours
        doc: How the shelf looks.
  colours:
    doc: Two colours.
    seq:
      - id: inside
        type: u1
        enum: colour
        doc: Colour of the inside.
      - id: outside
        type: u1
        enum: colour
        -default: 7
        doc: Colour of the outside.
  image:
    doc: One image.
    seq:
      - id: kind
        type: u2
        enum: image_kind
        -open: true
        doc: What is shown.
      - id: bias
        type: u1
        valid: {min: 1, max: 9}
        -default: 3
        doc: What the length of the caption is larger by than it should be.
      - id: len_caption
        type: u2
        -write: size(caption)
        doc: Length of the caption in bytes, plus the bias.
      - id: caption
        type: str
        size: len_caption - bias
        encoding: UTF-8
        -limit: 300
        doc: What to say about the image.
      - id: ofs_note
        type: u4
        -write: offset(note)
        doc: Start of the note, less 4.
      - id: ofs_pixels
        type: u4
        -write: offset(pixels)
        doc: Start of the pixels.
      - id: len_pixels
        type: u4
        -write: size(pixels)
        doc: Number of bytes of pixels.
    instances:
      note:
        pos: ofs_note + 4
        type: strz
        encoding: UTF-8
        -limit: 100
        doc: What only the owner should know.
      pixels:
        io: _root._io
        pos: ofs_pixels
        size: len_pixels
        -align: page
        -fill: 0xee
        doc: The pixels.
  name:
    doc: One name of the string table.
    seq:
      - id: text
        type: strz
        encoding: ASCII
        -limit: 100
        doc: The name.
enums:
  colour:
    0: white
    7: {id: black, doc: No light at all.}
  image_kind:
    1: {id: portrait, doc: A person., -orig-id: KIND_PORTRAIT}
    2: {id: landscape, doc: A place.}
