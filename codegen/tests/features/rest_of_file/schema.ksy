# Bytes up to the end of the file, after fields of a fixed size, and a record of fixed bytes and flags.
meta:
  id: rest_of_file
  title: Rest of a file
  endian: le
doc: A marker and whatever follows.
seq:
  - id: marker
    type: marker
    doc: What comes first.
  - id: payload
    size-eos: true
    doc: What follows.
types:
  marker:
    doc: Fixed bytes and flags.
    seq:
      - id: signature
        contents: [0xca, 0xfe]
        doc: Two bytes.
      - id: colours
        type: u2
        enum: colour
        -open: true
        -flags: true
        -default: 4
        doc: Which colours the payload has.
enums:
  colour:
    1: red
    4: blue
