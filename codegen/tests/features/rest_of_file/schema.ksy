# Bytes up to the end of the file, after fields of a fixed size, and a record that has nothing for the caller to give.
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
    doc: Only fixed bytes.
    seq:
      - id: signature
        contents: [0xca, 0xfe]
        doc: Two bytes.
