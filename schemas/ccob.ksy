# The compressed offload bundle: a header, and a whole bundle compressed after it.
meta:
  id: ccob
  title: compressed clang offload bundle
  file-extension: [hipfb, bc, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header that says how one bundle of any kind is compressed, how long it is uncompressed and what it hashes to, then the compressed
  bytes up to the end. The header has grown with its version: version 1 does not say where the compressed bytes end, version 2
  does, version 3 does in 64 bits. Several may lie one after the other; each next one starts where the previous one ends, or after
  padding.
doc-ref: Clang Offload Bundler, section "Compression and Decompression"
-envelope:
  method: method
  data: data
  padding: 0
seq:
  - id: magic
    contents: CCOB
    doc: Marks the start of a compressed bundle.
    -orig-id: Magic
  - id: version
    type: u2
    -default: 3
    doc: Version of the header, which decides what follows the method.
    -orig-id: Version
  - id: method
    type: u2
    enum: method
    -open: true
    -default: 1
    doc: How the bundle is compressed. Numbers without a name are kept, so that the rest of the header can still be shown.
    -orig-id: Method
  - id: body
    type:
      switch-on: version
      cases:
        1: v1
        2: v2
        3: v3
    doc: Sizes, hash and compressed bytes, by version.
types:
  v1:
    doc: Version 1. Only the compressed bytes themselves tell where they end.
    seq:
      - id: len_decompressed
        type: u4
        -write: decompressed-size(data)
        doc: Length of the uncompressed bundle in bytes, to check what comes out of decompression against.
        -orig-id: UncompressedFileSize
      - id: hash
        type: u8
        -write: md5(data)
        doc: First 8 bytes of the MD5 digest of the uncompressed bundle, in the order of the digest. A check against damage.
        -orig-id: Hash
      - id: data
        size-eos: true
        doc: The compressed bundle.
  v2:
    doc: Version 2. It also says how long header and compressed bytes are together.
    seq:
      - id: len_file
        type: u4
        valid: {min: 24}
        -write: size(data)
        doc: Length of header (24 bytes) and compressed bytes together, in bytes. Tells where the next bundle may start.
        -orig-id: FileSize
      - id: len_decompressed
        type: u4
        -write: decompressed-size(data)
        doc: Length of the uncompressed bundle in bytes, to check what comes out of decompression against.
        -orig-id: UncompressedFileSize
      - id: hash
        type: u8
        -write: md5(data)
        doc: First 8 bytes of the MD5 digest of the uncompressed bundle, in the order of the digest. A check against damage.
        -orig-id: Hash
      - id: data
        size: len_file - 24
        doc: The compressed bundle.
  v3:
    doc: Version 3. As version 2, with sizes of 64 bits.
    seq:
      - id: len_file
        type: u8
        valid: {min: 32}
        -write: size(data)
        doc: Length of header (32 bytes) and compressed bytes together, in bytes. Tells where the next bundle may start.
        -orig-id: FileSize
      - id: len_decompressed
        type: u8
        -write: decompressed-size(data)
        doc: Length of the uncompressed bundle in bytes, to check what comes out of decompression against.
        -orig-id: UncompressedFileSize
      - id: hash
        type: u8
        -write: md5(data)
        doc: First 8 bytes of the MD5 digest of the uncompressed bundle, in the order of the digest. A check against damage.
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
