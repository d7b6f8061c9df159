# The clang offload bundle: code objects for several targets in one binary file.
meta:
  id: binary_bundle
  title: clang offload bundle (binary)
  file-extension: [hipfb, bc, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header, then one record an entry, packed, then the code objects, each at the offset that its record gives.
  All offsets are in bytes from the start of the bundle. Several bundles may lie one after the other; each next one starts
  where the previous one ends, or after padding.
doc-ref: Clang Offload Bundler, section "Bundled Binary File Layout"
-options:
  - id: alignment
    default: 1
    min: 1
    max: 4294967295
    doc: Every code object starts at a multiple of this, in bytes. Any number, not only powers of two.
-container:
  entries: entries
  id: id
  content: code_object
  padding: 0
  aliases: [bundle]
seq:
  - id: magic
    contents: __CLANG_OFFLOAD_BUNDLE__
    doc: Marks the start of a bundle. Not followed by a NUL.
    -orig-id: OFFLOAD_BUNDLER_MAGIC_STR
  - id: num_entries
    type: u8
    -write: count(entries)
    doc: Number of entry records that follow.
    -orig-id: NumberOfBundles
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
    -limit: 65536
    doc: The entry records, in the order in which the targets were given.
types:
  entry:
    doc: Says where one code object lies and what it is for.
    seq:
      - id: ofs_code_object
        type: u8
        -write: offset(code_object)
        doc: First byte of the code object, in bytes from the start of the bundle.
        -orig-id: Offset
      - id: len_code_object
        type: u8
        -write: size(code_object)
        doc: Length of the code object in bytes. An empty code object is legal.
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
        doc: Bundle entry ID of the code object. Not followed by a NUL.
        doc-ref: Clang Offload Bundler, section "Bundle Entry ID"
        -orig-id: Triple
    instances:
      code_object:
        io: _root._io
        pos: ofs_code_object
        size: len_code_object
        -align: alignment
        -fill: 0
        doc: The code object. Code objects may share bytes only if they are empty.
