# The LLVM offload binary: device images, each with a string map, in all versions that are not compressed.
meta:
  id: offload_binary
  title: LLVM offload binary
  file-extension: [out, bin, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header, then the entries, the string records of all entries, one string table, and the images, each at a multiple of 8 bytes. All
  offsets are in bytes from the start of the offload binary. Several may lie one after the other; each next one starts where the size
  of the previous one says, or after padding. Version 1 holds one image, versions 2 and 3 hold any number of them.
doc-ref: Clang Offload Packager, section "Binary Format"
-areas:
  - id: string_table
    strings: merged
    doc: The keys and values of all entries.
  - id: images
    doc: The device images.
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
    doc: Marks the start of an offload binary.
    doc-ref: Clang Offload Packager, table "Offloading Binary Header", magic
    -orig-id: Magic
  - id: version
    type: u4
    -default: 1
    doc: Version of the format, which decides how the header goes on.
    doc-ref: Clang Offload Packager, table "Offloading Binary Header", version
    -orig-id: Version
  - id: len_file
    type: u8
    -write: size(_root)
    doc: Length of this offload binary in bytes, with the zeros at its end. What follows belongs to another.
    doc-ref: Clang Offload Packager, table "Offloading Binary Header", size
    -orig-id: Size
  - id: header
    type: {switch-on: version, cases: {1: v1, 2: v2, 3: v3}}
    doc: Where the entries are.
types:
  v1:
    doc: Version 1 of the header. There is one entry.
    seq:
      - id: ofs_entries
        type: u8
        -write: offset(entries)
        doc: First byte of the entry, in bytes from the start of the offload binary.
        doc-ref: Clang Offload Packager, table "Offloading Binary Header", entry offset
        -orig-id: EntryOffset
      - id: len_entry
        type: u8
        valid: 40
        -write: constant(40)
        doc: Length of the entry in bytes, which the version fixes.
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
    doc: Version 2 of the header. There are any number of entries.
    seq:
      - id: ofs_entries
        type: u8
        -write: offset(entries)
        doc: First byte of the entries, in bytes from the start of the offload binary.
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
        doc: The entries, one after the other.
  v3:
    doc: Version 3 of the header, of an offload binary that is not compressed.
    seq:
      - id: ofs_entries
        type: u8
        -write: offset(entries)
        doc: First byte of the entries, in bytes from the start of the offload binary.
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
        doc: Length of the uncompressed offload binary in bytes. 0 says that it is not compressed.
        -orig-id: UncompressedSize
    instances:
      entries:
        pos: ofs_entries
        type: entry
        repeat: expr
        repeat-expr: num_entries
        -limit: 65536
        doc: The entries, one after the other.
  v1_entry:
    doc: One device image and what is known of it, in version 1.
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
        doc: Producer of the image.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", offload kind
        -orig-id: TheOffloadKind
      - id: flags
        type: u4
        enum: image_flag
        -open: true
        -flags: true
        -default: 0
        doc: Flags of the image. Bit 0 says that there is no image, only what is known of one.
        doc-ref: Clang Offload Packager, table "Offloading Entry Table", flags
        -orig-id: Flags
      - id: ofs_strings
        type: u8
        -write: offset(strings)
        doc: First byte of the string records, in bytes from the start of the offload binary.
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
        doc: First byte of the image, in bytes from the start of the offload binary.
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
        doc: What else is known of the image, as keys with values.
        doc-ref: Clang Offload Packager, table "Offloading String Entry"
      image:
        pos: ofs_image
        size: len_image
        -align: 8
        -in: images
        doc: The device image.
  entry:
    doc: One device image and what is known of it.
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
        doc: Producer of the image.
        -orig-id: TheOffloadKind
      - id: flags
        type: u4
        enum: image_flag
        -open: true
        -flags: true
        -default: 0
        doc: Flags of the image. Bit 0 says that there is no image, only what is known of one.
        -orig-id: Flags
      - id: ofs_strings
        type: u8
        -write: offset(strings)
        doc: First byte of the string records, in bytes from the start of the offload binary.
        -orig-id: StringOffset
      - id: num_strings
        type: u8
        -write: count(strings)
        doc: Number of string records.
        -orig-id: NumStrings
      - id: ofs_image
        type: u8
        -write: offset(image)
        doc: First byte of the image, in bytes from the start of the offload binary.
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
        doc: What else is known of the image, as keys with values.
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
        doc: First byte of the key, in bytes from the start of the offload binary.
        doc-ref: Clang Offload Packager, table "Offloading String Entry", key offset
        -orig-id: KeyOffset
      - id: ofs_value
        type: u8
        -write: offset(value)
        doc: First byte of the value, in bytes from the start of the offload binary.
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
        doc: First byte of the key, in bytes from the start of the offload binary.
        -orig-id: KeyOffset
      - id: ofs_value
        type: u8
        -write: offset(value)
        doc: First byte of the value, in bytes from the start of the offload binary.
        -orig-id: ValueOffset
      - id: len_value
        type: u8
        -write: size(value)
        doc: Length of the value in bytes. It may hold bytes of any kind, NUL too.
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
      doc: No kind is said.
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
      doc: No producer is said.
      -orig-id: OFK_None
    1:
      id: openmp
      doc: The producer was OpenMP.
      -orig-id: OFK_OpenMP
    2:
      id: cuda
      doc: The producer was CUDA.
      -orig-id: OFK_Cuda
    3:
      id: hip_old
      -word: hip
      -releases: ['16', '19']
      doc: The producer was HIP, as releases 16 and 19 number it.
      -orig-id: OFK_HIP
    4:
      id: hip
      -releases: ['22', main]
      doc: The producer was HIP.
      -orig-id: OFK_HIP
    8:
      id: sycl
      -releases: ['22', main]
      doc: The producer was SYCL.
      -orig-id: OFK_SYCL
  image_flag:
    1:
      id: metadata
      doc: There is no image, only what is known of one.
      -orig-id: OIF_Metadata
