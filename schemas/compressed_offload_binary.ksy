# The compressed LLVM offload binary: the header of version 3, uncompressed, then the compressed rest.
meta:
  id: compressed_offload_binary
  title: compressed LLVM offload binary
  file-extension: [out, bin, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  An offload binary of version 3 that stores its entries, strings and images as one compressed stream after the header. The header
  differs from an uncompressed one only in its sizes. A file can contain several in a row, with padding between them.
doc-ref: Clang Offload Packager, section "Binary Format"
-align-end: 8
-envelope:
  codecs:
    - {codec: zstd, begins: [0x28, 0xb5, 0x2f, 0xfd]}
    - {codec: zlib}
  data: data
  digest: none
  front: {of: offload_binary, sized: len_file, cleared: len_uncompressed}
  padding: 0
seq:
  - id: magic
    contents: [0x10, 0xff, 0x10, 0xad]
    doc: Magic bytes of an offload binary.
    -orig-id: Magic
  - id: version
    type: u4
    -default: 3
    doc: Version of the format. Only version 3 can be compressed.
    -orig-id: Version
  - id: body
    type: {switch-on: version, cases: {3: v3}}
    doc: Sizes and compressed bytes.
types:
  v3:
    doc: Version 3.
    seq:
      - id: len_file
        type: u8
        -write: size(data)
        doc: Total length in bytes of the header (40 bytes) and the compressed bytes, without the padding at the end.
        -orig-id: Size
      - id: ofs_entries
        type: u8
        -write: constant(40)
        doc: Offset of the entries in the uncompressed offload binary, and of the compressed bytes in this one.
        -orig-id: EntriesOffset
      - id: num_entries
        type: u8
        -write: given
        doc: Number of entries.
        -orig-id: EntriesCount
      - id: len_uncompressed
        type: u8
        valid: {min: 40}
        -write: decompressed-size(data)
        doc: Length of the uncompressed offload binary in bytes, including its header (40 bytes).
        -orig-id: UncompressedSize
      - id: data
        size: len_file - 40
        doc: The compressed entries, strings and images.
