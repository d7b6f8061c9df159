# The compressed LLVM offload binary: the header of version 3 as it is, and all that follows it compressed.
meta:
  id: compressed_offload_binary
  title: compressed LLVM offload binary
  file-extension: [out, bin, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  An offload binary of version 3 whose entries, strings and images are one compressed stream behind its header. Without compression the
  header is the same, but for its sizes. Several may lie one after the other; each next one starts after padding.
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
    doc: Marks the start of an offload binary.
    -orig-id: Magic
  - id: version
    type: u4
    -default: 3
    doc: Version of the format. Only this one can be compressed.
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
        doc: Length of header (40 bytes) and compressed bytes together, in bytes, without the zeros behind them.
        -orig-id: Size
      - id: ofs_entries
        type: u8
        -write: constant(40)
        doc: First byte of the entries, in bytes from the start of the offload binary, and of the compressed bytes.
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
        doc: Length of the uncompressed offload binary in bytes, its header (40 bytes) among them.
        -orig-id: UncompressedSize
      - id: data
        size: len_file - 40
        doc: All that follows the header, compressed.
