meta:
  id: padded_chunks
  title: Padded chunks
  endian: be
-reader-only: its writer would need the order of its parts.
doc: Chunks to the end of the file, each padded to an even length.
seq:
  - id: magic
    contents: PCHK
    doc: Tells the format.
  - id: chunks
    type: chunk
    repeat: eos
    doc: The chunks.
types:
  chunk:
    doc: A kind, a length and a body.
    seq:
      - id: kind
        type: u4
        enum: kind
        doc: What the body is.
      - id: len_body
        type: u4
        doc: How long the body is, without the padding, in bytes.
      - id: body
        size: len_body
        type:
          switch-on: kind
          cases:
            kind::text: text
            kind::point: point
        doc: The body.
      - id: padding
        size: len_body % 2
        doc: A byte where the length is odd.
      - id: crc
        type: u4
        -write: crc32(kind..padding)
        doc: The checksum of everything before it.
  text:
    doc: Text to the end of the body.
    seq:
      - id: text
        type: str
        encoding: UTF-8
        size-eos: true
        doc: The text.
  point:
    doc: A place on a plane.
    seq:
      - id: x
        type: f4
        doc: To the right.
      - id: y
        type: f4
        doc: Up.
enums:
  kind:
    0x54455854: text
    0x504f494e: point
    0x464f4f42: other
