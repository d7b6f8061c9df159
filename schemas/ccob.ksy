# The compressed offload bundle: a header and a compressed bundle.
meta:
  id: ccob
  title: compressed clang offload bundle
  file-extension: [hipfb, bc, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header with the compression method and the length and hash of the uncompressed bundle, then the compressed bytes. Version 1 does
  not store the length of the compressed bytes; version 2 stores it in 32 bits, version 3 in 64. A file can contain several compressed
  bundles in a row, with or without padding between them.
doc-ref: Clang Offload Bundler, section "Compression and Decompression"
-envelope:
  method: method
  data: data
  padding: 0
seq:
  - id: magic
    contents: CCOB
    doc: Magic bytes of a compressed bundle.
    -orig-id: Magic
  - id: version
    type: u2
    -default: 3
    doc: Version of the header. The fields after `method` depend on it.
    -orig-id: Version
  - id: method
    type: u2
    enum: method
    -open: true
    -default: 1
    doc: Compression method. Readers keep unknown numbers, so the rest of the header can be shown.
    -orig-id: Method
  - id: body
    type:
      switch-on: version
      cases:
        1: v1
        2: v2
        3: v3
    doc: Sizes, hash and compressed bytes.
types:
  v1:
    doc: Version 1. Only the compressed stream marks its own end.
    seq:
      - id: len_decompressed
        type: u4
        -write: decompressed-size(data)
        doc: Length of the uncompressed bundle in bytes.
        -orig-id: UncompressedFileSize
      - id: hash
        type: u8
        -write: md5(data)
        doc: First 8 bytes of the MD5 digest of the uncompressed bundle.
        -orig-id: Hash
      - id: data
        size-eos: true
        doc: The compressed bundle.
  v2:
    doc: Version 2. Adds the total length.
    seq:
      - id: len_file
        type: u4
        valid: {min: 24}
        -write: size(data)
        doc: Total length in bytes of the header (24 bytes) and the compressed bytes.
        -orig-id: FileSize
      - id: len_decompressed
        type: u4
        -write: decompressed-size(data)
        doc: Length of the uncompressed bundle in bytes.
        -orig-id: UncompressedFileSize
      - id: hash
        type: u8
        -write: md5(data)
        doc: First 8 bytes of the MD5 digest of the uncompressed bundle.
        -orig-id: Hash
      - id: data
        size: len_file - 24
        doc: The compressed bundle.
  v3:
    doc: Version 3. Like version 2, with 64-bit sizes.
    seq:
      - id: len_file
        type: u8
        valid: {min: 32}
        -write: size(data)
        doc: Total length in bytes of the header (32 bytes) and the compressed bytes.
        -orig-id: FileSize
      - id: len_decompressed
        type: u8
        -write: decompressed-size(data)
        doc: Length of the uncompressed bundle in bytes.
        -orig-id: UncompressedFileSize
      - id: hash
        type: u8
        -write: md5(data)
        doc: First 8 bytes of the MD5 digest of the uncompressed bundle.
        -orig-id: Hash
      - id: data
        size: len_file - 32
        doc: The compressed bundle.
enums:
  method:
    0:
      id: zlib
      -codec: zlib
      doc: A zlib stream.
    1:
      id: zstd
      -codec: zstd
      doc: Zstandard frames.
