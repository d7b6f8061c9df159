# The uncompressed LLVM offload binary: device images, each with a string map.
meta:
  id: offload_binary
  title: LLVM offload binary
  file-extension: [out, bin, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header, the entries, their string records, one string table, and the images, each at a multiple of 8. Offsets count bytes from the start
  of the offload binary. A file can contain several in a row: the next one starts after `len_file` bytes, or after padding. Version 1
  contains one image; versions 2 and 3 contain any number.
doc-ref: Clang Offload Packager, section "Binary Format"
-areas:
  - id: string_table
    strings: merged
    doc: Keys and values of all entries.
  - id: images
    doc: Device images.
-align-end: 8
-container:
  entries: entries
  id: {grammar: target_id, kind: offload_kind, triple: triple, target: arch}
  texts: {list: strings, key: key, value: value}
  content: image
  padding: 0
seq:
  - id: magic
    contents: [0x10, 0xff, 0x10, 0xad]
    doc: Magic bytes of an offload binary.
    doc-ref: Clang Offload Packager, table "Offloading Binary Header", magic
    -orig-id: Magic
  - id: version
    type: u4
    -default: 1
    doc: Version of the format. The rest of the header depends on it.
    doc-ref: Clang Offload Packager, table "Offloading Binary Header", version
    -orig-id: Version
  - id: len_file
    type: u8
    -write: size(_root)
    doc: Length of this offload binary in bytes, including the padding at its end.
    doc-ref: Clang Offload Packager, table "Offloading Binary Header", size
    -orig-id: Size
  - id: header
    type: {switch-on: version, cases: {1: v1, 2: v2, 3: v3}}
    doc: Location of the entries.
types:
  v1:
    doc: Header of version 1, with one entry.
    seq:
      - id: ofs_entries
        type: u8
        -write: offset(entries)
        doc: Offset of the entry from the start of the offload binary.
        doc-ref: Clang Offload Packager, table "Offloading Binary Header", entry offset
        -orig-id: EntryOffset
      - id: len_entry
        type: u8
        valid: 40
        -write: constant(40)
        doc: Length of the entry in bytes.
        doc-ref: Clang Offload Packager, table "Offloading Binary Header", entry size
        -orig-id: EntrySize
    instances:
      entries:
        pos: ofs_entries
        type: v1_entry
        repeat: expr
        repeat-expr: 1
        doc: The entry.
  v2:
    doc: Header of version 2, with any number of entries.
    seq:
      - id: ofs_entries
        type: u8
        -write: offset(entries)
        doc: Offset of the entries from the start of the offload binary.
        -orig-id: EntriesOffset
      - id: num_entries
        type: u8
        -write: count(entries)
        doc: Number of entries.
        -orig-id: EntriesCount
    instances:
      entries:
        pos: ofs_entries
        type: entry
        repeat: expr
        repeat-expr: num_entries
        -limit: 65536
        doc: The entries.
  v3:
    doc: Header of version 3, uncompressed.
    seq:
      - id: ofs_entries
        type: u8
        -write: offset(entries)
        doc: Offset of the entries from the start of the offload binary.
        -orig-id: EntriesOffset
      - id: num_entries
        type: u8
        -write: count(entries)
        doc: Number of entries.
        -orig-id: EntriesCount
      - id: len_uncompressed
        type: u8
        valid: 0
        -write: constant(0)
        doc: Length of the uncompressed offload binary; 0 if this one is not compressed.
        -orig-id: UncompressedSize
    instances:
      entries:
        pos: ofs_entries
        type: entry
        repeat: expr
        repeat-expr: num_entries
        -limit: 65536
        doc: The entries.
  v1_entry:
    doc: A device image and its metadata, in version 1.
    doc-ref: Clang Offload Packager, table "Offloading Entry Table"
    seq:
      - id: image_kind
        type: u2
        enum: image_kind
        -open: true
        -default: 0
        doc: Kind of the device image.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", image kind
        -orig-id: TheImageKind
      - id: offload_kind
        type: u2
        enum: offload_kind
        -open: true
        -default: 0
        doc: Offload kind of the image.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", offload kind
        -orig-id: TheOffloadKind
      - id: flags
        type: u4
        enum: image_flag
        -open: true
        -flags: true
        -default: 0
        doc: Flags of the image.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", flags
        -orig-id: Flags
      - id: ofs_strings
        type: u8
        -write: offset(strings)
        doc: Offset of the string records from the start of the offload binary.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", string offset
        -orig-id: StringOffset
      - id: num_strings
        type: u8
        -write: count(strings)
        doc: Number of string records.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", num strings
        -orig-id: NumStrings
      - id: ofs_image
        type: u8
        -write: offset(image)
        doc: Offset of the image from the start of the offload binary.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", image offset
        -orig-id: ImageOffset
      - id: len_image
        type: u8
        -write: size(image)
        doc: Length of the image in bytes.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", image size
        -orig-id: ImageSize
    instances:
      strings:
        pos: ofs_strings
        type: v1_string
        repeat: expr
        repeat-expr: num_strings
        -limit: 4096
        doc: Metadata of the image, as keys and values.
        doc-ref: Clang Offload Packager, table "Offloading String Entry"
      image:
        pos: ofs_image
        size: len_image
        -align: 8
        -in: images
        doc: The device image.
  entry:
    doc: A device image and its metadata.
    seq:
      - id: image_kind
        type: u2
        enum: image_kind
        -open: true
        -default: 0
        doc: Kind of the device image.
        -orig-id: TheImageKind
      - id: offload_kind
        type: u2
        enum: offload_kind
        -open: true
        -default: 0
        doc: Offload kind of the image.
        -orig-id: TheOffloadKind
      - id: flags
        type: u4
        enum: image_flag
        -open: true
        -flags: true
        -default: 0
        doc: Flags of the image.
        -orig-id: Flags
      - id: ofs_strings
        type: u8
        -write: offset(strings)
        doc: Offset of the string records from the start of the offload binary.
        -orig-id: StringOffset
      - id: num_strings
        type: u8
        -write: count(strings)
        doc: Number of string records.
        -orig-id: NumStrings
      - id: ofs_image
        type: u8
        -write: offset(image)
        doc: Offset of the image from the start of the offload binary.
        -orig-id: ImageOffset
      - id: len_image
        type: u8
        -write: size(image)
        doc: Length of the image in bytes.
        -orig-id: ImageSize
    instances:
      strings:
        pos: ofs_strings
        type: string
        repeat: expr
        repeat-expr: num_strings
        -limit: 4096
        doc: Metadata of the image, as keys and values.
      image:
        pos: ofs_image
        size: len_image
        -align: 8
        -in: images
        doc: The device image.
  v1_string:
    doc: A key and its value, in version 1.
    doc-ref: Clang Offload Packager, table "Offloading String Entry"
    seq:
      - id: ofs_key
        type: u8
        -write: offset(key)
        doc: Offset of the key from the start of the offload binary.
        doc-ref: Clang Offload Packager, table "Offloading String Entry", key offset
        -orig-id: KeyOffset
      - id: ofs_value
        type: u8
        -write: offset(value)
        doc: Offset of the value from the start of the offload binary.
        doc-ref: Clang Offload Packager, table "Offloading String Entry", value offset
        -orig-id: ValueOffset
    instances:
      key:
        pos: ofs_key
        type: strz
        encoding: UTF-8
        -limit: 65536
        -in: string_table
        doc: The key, such as `triple` or `arch`.
      value:
        pos: ofs_value
        type: strz
        encoding: UTF-8
        -limit: 65536
        -in: string_table
        doc: The value.
  string:
    -rust: StringEntry
    doc: A key and its value.
    seq:
      - id: ofs_key
        type: u8
        -write: offset(key)
        doc: Offset of the key from the start of the offload binary.
        -orig-id: KeyOffset
      - id: ofs_value
        type: u8
        -write: offset(value)
        doc: Offset of the value from the start of the offload binary.
        -orig-id: ValueOffset
      - id: len_value
        type: u8
        -write: size(value)
        doc: Length of the value in bytes. The value may contain NULs.
        -orig-id: ValueSize
    instances:
      key:
        pos: ofs_key
        type: strz
        encoding: UTF-8
        -limit: 65536
        -in: string_table
        doc: The key, such as `triple` or `arch`.
      value:
        pos: ofs_value
        type: str
        size: len_value
        encoding: UTF-8
        -limit: 65536
        -in: string_table
        doc: The value.
enums:
  image_kind:
    0:
      id: none
      doc: No kind is given.
      -orig-id: IMG_None
    1:
      id: object
      -suffix: o
      doc: An object file.
      -orig-id: IMG_Object
    2:
      id: bitcode
      -suffix: bc
      -begins: [0x42, 0x43, 0xc0, 0xde]
      doc: LLVM bitcode.
      -orig-id: IMG_Bitcode
    3:
      id: cubin
      -suffix: cubin
      doc: A CUDA object file.
      -orig-id: IMG_Cubin
    4:
      id: fatbinary
      -suffix: fatbin
      doc: A CUDA fat binary.
      -orig-id: IMG_Fatbinary
    5:
      id: ptx
      -suffix: s
      doc: PTX assembly.
      -orig-id: IMG_PTX
    6:
      id: spirv
      -suffix: spv
      -releases: [main]
      doc: A SPIR-V module.
      -orig-id: IMG_SPIRV
  offload_kind:
    0:
      id: none
      doc: No offload kind is given.
      -orig-id: OFK_None
    1:
      id: openmp
      doc: OpenMP.
      -orig-id: OFK_OpenMP
    2:
      id: cuda
      doc: CUDA.
      -orig-id: OFK_Cuda
    3:
      id: hip_old
      -word: hip
      -releases: ['16', '19']
      doc: HIP, as numbered by LLVM 16 and 19.
      -orig-id: OFK_HIP
    4:
      id: hip
      -releases: ['22', main]
      doc: HIP.
      -orig-id: OFK_HIP
    8:
      id: sycl
      -releases: ['22', main]
      doc: SYCL.
      -orig-id: OFK_SYCL
  image_flag:
    1:
      id: metadata
      doc: The entry has metadata but no image.
      -orig-id: OIF_Metadata
