# The CUDA fat binary: cubins, PTX and other images for several GPUs.
meta:
  id: cuda_fat_binary
  title: CUDA fat binary
  file-extension: fatbin
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header and `content_size` bytes of entries. An entry is a header, an image (compressed or not), and zeros up to a multiple of 8. A section
  contains several fat binaries in a row, without padding. NVIDIA does not document the format; this description was measured on the libraries
  of CUDA 8 to 13.5 and on the output of `fatbinary` from CUDA 13.5 for each of its options.
doc-ref: CUDA Binary Utilities, section "What is a CUDA Binary?"
# The next entry starts `header_size + padded_size` bytes after this entry starts.
-walk:
  length: content_size
  limit: 65536
  entry: entry
  header: header_size
  header-limit: 1048576
  content: padded_size
  stored: stored_size
  unpacked: unpacked_size
  alignment: 8
  numbers: [kind, version_major, version_minor, flags]
  id: {grammar: target_id, kind: cuda, triple: nvptx64-nvidia-cuda, target: sm_, number: arch, letters: [arch_specific, family_specific]}
  flags: flags
  packed: {lz4: lz4-block, zstd: zstd}
  as-stored: [scrambled]
  name: {offset: name_offset, size: name_size}
  options: {at: options_offset, record: options, offset: text_offset, size: text_size, no-text: [compat]}
  groups: {kind: kind, number: group, record: images, count: count, size: table_size, image: image, offset: image_offset, length: image_size}
  padding: 0
seq:
  - id: magic
    contents: [0x50, 0xed, 0x55, 0xba]
    doc: Magic bytes of a fat binary.
  - id: version
    type: u2
    valid: 1
    -write: constant(1)
    doc: Version of the format.
  - id: header_size
    type: u2
    valid: 16
    -write: constant(16)
    doc: Length of this header in bytes.
  - id: content_size
    type: u8
    doc: Length of the entries after this header, in bytes.
types:
  entry:
    doc: |
      Header of an entry. Its identifier and options follow in either order, each at a multiple of 8. Offsets count from the start of the
      entry.
    seq:
      - id: kind
        type: u2
        enum: kind
        -open: true
        doc: Kind of the image.
      - id: header_version
        type: u2
        enum: header_version
        -open: true
        doc: Version of the entry's header.
      - id: header_size
        type: u4
        doc: Length in bytes of the header, identifier and options; a multiple of 8. The image follows.
      - id: padded_size
        type: u8
        doc: Length in bytes of the stored image and its padding; a multiple of 8.
      - id: stored_size
        type: u4
        doc: Length in bytes of the compressed image without padding; 0 if it is not compressed.
      - id: options_offset
        type: u4
        doc: Offset of the options, or of the table of a group; 0 if absent.
      - id: version_minor
        type: u2
        doc: Minor version of the PTX ISA or cubin.
      - id: version_major
        type: u2
        doc: Major version of the PTX ISA or cubin.
      - id: arch
        type: u4
        doc: Number of the processor, such as 90 for `sm_90`; 0 for a group.
      - id: name_offset
        type: u4
        doc: Offset of the identifier; 0 if absent.
      - id: name_size
        type: u4
        doc: Length of the identifier in bytes, without its NUL.
      - id: flags
        type: u8
        enum: flag
        -open: true
        -flags: true
        doc: Flags of the image.
      - id: key
        type: u8
        doc: Key of scrambled LTO IR; otherwise 0.
      - id: unpacked_size
        type: u8
        doc: Length in bytes of the uncompressed image; 0 if it is not compressed.
  options:
    doc: Location of the options. Offsets count from the start of the entry.
    seq:
      - id: text_offset
        type: u4
        doc: Offset of the options, which end with a NUL.
      - id: text_size
        type: u4
        doc: Length of the options in bytes.
  images:
    doc: |
      Header of the table of a group, which replaces the options. The records of the images follow, each at a multiple of 8 and with its
      identifier and options.
    seq:
      - id: count
        type: u4
        doc: Number of images.
      - id: table_size
        type: u4
        doc: Length of the table in bytes, including this header.
  image:
    doc: Record of an image in a group. Its identifier and options follow. Offsets count from the start of this record.
    seq:
      - id: kind
        type: u2
        enum: kind
        -open: true
        doc: Kind of the image.
      - id: header_version
        type: u2
        enum: header_version
        -open: true
        doc: Version of the header.
      - id: image_offset
        type: u4
        doc: Offset of the image in the uncompressed group.
      - id: image_size
        type: u8
        doc: Length of the image in bytes.
      - id: stored_size
        type: u4
        doc: Always 0.
      - id: options_offset
        type: u4
        doc: Offset of the options; 0 if absent.
      - id: version_minor
        type: u2
        doc: Minor version of the PTX ISA or cubin.
      - id: version_major
        type: u2
        doc: Major version of the PTX ISA or cubin.
      - id: arch
        type: u4
        doc: Number of the processor.
      - id: name_offset
        type: u4
        doc: Offset of the identifier; 0 if absent.
      - id: name_size
        type: u4
        doc: Length of the identifier in bytes, without its NUL.
      - id: flags
        type: u8
        enum: flag
        -open: true
        -flags: true
        doc: Flags of the image.
      - id: key
        type: u8
        doc: Key of scrambled LTO IR; otherwise 0.
      - id: unpacked_size
        type: u8
        doc: Always 0.
enums:
  kind:
    1:
      id: ptx
      -suffix: ptx
      doc: PTX text, with or without a NUL at its end.
    2:
      id: elf
      -suffix: cubin
      -begins: [0x7f, 0x45, 0x4c, 0x46]
      doc: A cubin.
    8:
      id: lto_ir
      -word: lto-ir
      -suffix: ltoir
      doc: LTO IR, which the device linker compiles.
    0x100:
      id: group
      doc: Several images in one compressed stream.
  header_version:
    0x101:
      id: current
      doc: The only known version.
  flag:
    0x1:
      id: bits64
      -word: 64-bit
      doc: Uses 64-bit addresses.
    0x2:
      id: debug
      doc: Contains debug information.
    0x4:
      id: cuda
      doc: Compiled from CUDA; the default up to CUDA 10.
    0x8:
      id: opencl
      doc: Compiled from OpenCL.
    0x10:
      id: linux
      doc: The host runs Linux.
    0x20:
      id: mac
      doc: The host runs macOS.
    0x40:
      id: windows
      doc: The host runs Windows.
    0x2000:
      id: lz4
      doc: Compressed as one LZ4 block.
    0x8000:
      id: zstd
      doc: Compressed as one Zstandard frame.
    0x10000:
      id: scrambled
      doc: Scrambled with `key`, and not compressed even if `zstd` is set.
    0x100000:
      id: arch_specific
      -word: a
      doc: Runs only on this processor, such as `sm_90a`.
    0x200000:
      id: family_specific
      -word: f
      doc: Runs only on processors of this family, such as `sm_100f`.
    0x1000000:
      id: compat
      doc: The options contain a copy of the cubin section `.nv.compat`.
