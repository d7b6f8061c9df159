# A container in two versions whose entries are known by what is said of them: numbers with words, and texts in a string table.
meta:
  id: gallery
  title: Gallery
  endian: be
doc: |
  A header, frames that lie behind it, and areas: a string table, notes, and the pictures.
-areas:
  - {id: names, strings: merged, doc: What pictures are called.}
  - {id: pictures, doc: The pictures.}
-align-end: 16
-container:
  entries: frames
  id: {grammar: tiny_id, kind: kind, triple: room, target: painter}
  texts: {list: labels, key: key, value: value}
  content: picture
seq:
  - id: magic
    contents: GALLERY
    doc: Marks the start.
  - id: version
    type: u1
    -default: 2
    doc: Version of the format.
  - id: len_file
    type: u2
    -write: size(_root)
    doc: Length of the file in bytes.
  - id: hall
    type: {switch-on: version, cases: {1: alcove, 2: wing}}
    doc: Where the frames are.
types:
  alcove:
    doc: Version 1, with room for two.
    seq:
      - id: frames
        type: frame
        repeat: expr
        repeat-expr: 2
        doc: The frames.
  wing:
    doc: Version 2.
    seq:
      - id: storeys
        type: u1
        -default: 3
        doc: How high it is.
      - id: ofs_frames
        type: u2
        -write: offset(frames)
        doc: First byte of the frames, from the start of the file.
      - id: num_frames
        type: u1
        -write: count(frames)
        doc: Number of frames.
    instances:
      frames:
        pos: ofs_frames
        type: frame
        repeat: expr
        repeat-expr: num_frames
        -limit: 100
        doc: The frames.
  frame:
    doc: A frame with a picture.
    seq:
      - id: kind
        type: u1
        enum: kind
        -open: true
        -default: 1
        doc: What is shown.
      - id: year
        type: u2
        -default: 1900
        doc: When it was painted.
      - id: num_labels
        type: u1
        -write: count(labels)
        doc: Number of labels.
      - id: labels
        type: label
        repeat: expr
        repeat-expr: num_labels
        -limit: 10
        doc: What is written below it.
      - id: ofs_picture
        type: u2
        -write: offset(picture)
        doc: First byte of the picture, from the start of the file.
      - id: len_picture
        type: u2
        -write: size(picture)
        doc: Length of the picture in bytes.
    instances:
      picture:
        pos: ofs_picture
        size: len_picture
        -align: 4
        -fill: 0x20
        -in: pictures
        doc: The picture.
  label:
    doc: A label.
    seq:
      - id: len_key
        type: u1
        -write: size(key)
        doc: Length of the key in bytes.
      - id: key
        type: str
        size: len_key
        encoding: UTF-8
        -limit: 100
        doc: What it is about.
      - id: ofs_value
        type: u2
        -write: offset(value)
        doc: First byte of the value, from the start of the file.
    instances:
      value:
        pos: ofs_value
        type: strz
        encoding: ASCII
        -limit: 100
        -in: names
        doc: What it says.
enums:
  kind:
    1: {id: portrait, -suffix: face, -begins: [0x50, 0x31], doc: A person.}
    2: {id: old_landscape, -word: landscape, -releases: ['1', '2'], doc: A place.}
    3: {id: landscape, -releases: ['3'], doc: 'A place, as release 3 numbers it.'}
