meta:
  id: made_packed_chunks
  title: Packed chunks
  endian: be
-reader-only: it is read by its table.
doc: Chunks to the end of the file, each packed and padded to an even length.
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
        doc: How long the packed body is, without the padding, in bytes.
      - id: body
        size: len_body
        process: zlib
        doc: The body.
      - id: padding
        size: len_body % 2
        doc: A byte where the length is odd.
      - id: adler
        type: u4
        -write: adler32(unpacked(body))
        doc: The checksum of the body before it was packed.
      - id: crc
        type: u4
        -write: crc32(kind..adler)
        doc: The checksum of everything before it.
enums:
  kind:
    0x54455854: text
    0x504f494e: point
    0x464f4f42: other
