# A made-up wrapper without versions: big-endian, narrow numbers, the digest first, a length of the compressed bytes alone.
meta:
  id: parcel
  title: Parcel (made up)
  ks-version: '0.10'
  endian: be
doc: A header, and something compressed after it.
-envelope:
  method: wrapping
  data: stuffing
seq:
  - id: seal
    contents: [PARCEL, 0]
    doc: Marks the start.
  - id: sum
    type: u8
    -write: md5(stuffing)
    doc: What the stuffing hashes to.
  - id: wrapping
    type: u1
    enum: wrapping
    -open: true
    -default: 9
    doc: How it is compressed.
  - id: fragile
    type: u2le
    -default: 7
    doc: Whom to tell. Nothing to do with compression.
  - id: len_stuffing
    type: u2
    -write: size(stuffing)
    doc: Length of the compressed bytes.
  - id: len_goods
    type: u4le
    valid: {max: 1000000}
    -write: decompressed-size(stuffing)
    doc: Length of what they hold.
  - id: stuffing
    size: len_stuffing
    doc: The compressed bytes.
enums:
  wrapping:
    4:
      id: paper
      -codec: zlib
    9:
      id: film
      -codec: zstd
