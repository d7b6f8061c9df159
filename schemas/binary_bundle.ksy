# The clang offload bundle: code objects for several targets in one binary file.
meta:
  id: binary_bundle
  title: clang offload bundle (binary)
  file-extension: [hipfb, bc, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header, the entry records without padding, then the code objects at the offsets in the records. Offsets count bytes from the
  start of the bundle. A file can contain several bundles in a row, with or without padding between them.
doc-ref: Clang Offload Bundler, section "Bundled Binary File Layout"
-options:
  - id: alignment
    default: 1
    min: 1
    max: 4294967295
    doc: Alignment of each code object, in bytes. Need not be a power of two.
-container:
  entries: entries
  id: id
  content: code_object
  padding: 0
  aliases: [bundle]
seq:
  - id: magic
    contents: __CLANG_OFFLOAD_BUNDLE__
    doc: Magic bytes of a bundle, without a NUL.
    -orig-id: OFFLOAD_BUNDLER_MAGIC_STR
  - id: num_entries
    type: u8
    -write: count(entries)
    doc: Number of entry records.
    -orig-id: NumberOfBundles
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
    -limit: 65536
    doc: Entry records, in the order of the targets on the command line.
types:
  entry:
    doc: Location and target of a code object.
    seq:
      - id: ofs_code_object
        type: u8
        -write: offset(code_object)
        doc: Offset of the code object from the start of the bundle.
        -orig-id: Offset
      - id: len_code_object
        type: u8
        -write: size(code_object)
        doc: Length of the code object in bytes. It may be 0.
        -orig-id: Size
      - id: len_id
        type: u8
        -write: size(id)
        doc: Length of the bundle entry ID in bytes.
        -orig-id: TripleSize
      - id: id
        type: str
        size: len_id
        encoding: UTF-8
        -grammar: target_id
        doc: Bundle entry ID of the code object, without a NUL.
        doc-ref: Clang Offload Bundler, section "Bundle Entry ID"
        -orig-id: Triple
    instances:
      code_object:
        io: _root._io
        pos: ofs_code_object
        size: len_code_object
        -align: alignment
        -fill: 0
        doc: The code object. Code objects do not overlap.
