# The CUDA fat binary: cubins, PTX and other images for several GPUs, one after the other.
meta:
  id: cuda_fat_binary
  title: CUDA fat binary
  file-extension: fatbin
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header, then entries up to the length that it gives. An entry is a header with an image after it, compressed or not, and zeros up to a
  multiple of 8. Several fat binaries lie one after the other in a section, without gaps. The format is not documented; what is here was
  measured on the libraries of CUDA 8 to 13.5 and on what `fatbinary` of CUDA 13.5 writes for each of its options.
doc-ref: CUDA Binary Utilities, section "What is a CUDA Binary?"
# The entries follow the header up to `content_size`; the next one starts `header_size + padded_size` behind the start of the one before.
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
    doc: Marks the start of a fat binary.
  - id: version
    type: u2
    valid: 1
    -write: constant(1)
    doc: Version of the format.
  - id: header_size
    type: u2
    valid: 16
    -write: constant(16)
    doc: Length of this header, in bytes.
  - id: content_size
    type: u8
    doc: Length of the entries, which follow this header, in bytes.
types:
  entry:
    doc: |
      The header of an entry. Its identifier and its options follow it in either order, each at a multiple of 8. Offsets count from the start
      of the entry.
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
        doc: Length of the header with identifier and options, in bytes, a multiple of 8. The image follows.
      - id: padded_size
        type: u8
        doc: Length of the image as it is stored, with the zeros behind it, in bytes, a multiple of 8.
      - id: stored_size
        type: u4
        doc: Length of a compressed image without the zeros behind it, in bytes; 0 where it is not compressed.
      - id: options_offset
        type: u4
        doc: First byte of the options, or of the table of a group; 0 where there is none.
      - id: version_minor
        type: u2
        doc: Minor version, of the PTX ISA or of the cubin.
      - id: version_major
        type: u2
        doc: Major version, of the PTX ISA or of the cubin.
      - id: arch
        type: u4
        doc: Number of the processor, as in `sm_90`; 0 of a group.
      - id: name_offset
        type: u4
        doc: First byte of the identifier; 0 where there is none.
      - id: name_size
        type: u4
        doc: Length of the identifier without the NUL behind it, in bytes.
      - id: flags
        type: u8
        enum: flag
        -open: true
        -flags: true
        doc: What else is known of the image.
      - id: key
        type: u8
        doc: What scrambled LTO IR was scrambled with; otherwise 0.
      - id: unpacked_size
        type: u8
        doc: Length of a compressed image before it was compressed, in bytes; 0 where it is not compressed.
  options:
    doc: Where the options are. Offsets count from the start of the entry.
    seq:
      - id: text_offset
        type: u4
        doc: First byte of the options, which end with a NUL.
      - id: text_size
        type: u4
        doc: Length of the options, in bytes.
  images:
    doc: |
      The head of a group's table, in place of the options. A record for each image follows, with its identifier and its options; the next
      one starts at the next multiple of 8.
    seq:
      - id: count
        type: u4
        doc: Number of images.
      - id: table_size
        type: u4
        doc: Length of the table with this head, in bytes.
  image:
    doc: The header of an image in a group. Its identifier and its options follow it. Offsets count from the start of this record.
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
        doc: First byte of the image, in bytes from the start of what the group unpacks to.
      - id: image_size
        type: u8
        doc: Length of the image, in bytes.
      - id: stored_size
        type: u4
        doc: Always 0.
      - id: options_offset
        type: u4
        doc: First byte of the options; 0 where there are none.
      - id: version_minor
        type: u2
        doc: Minor version, of the PTX ISA or of the cubin.
      - id: version_major
        type: u2
        doc: Major version, of the PTX ISA or of the cubin.
      - id: arch
        type: u4
        doc: Number of the processor.
      - id: name_offset
        type: u4
        doc: First byte of the identifier; 0 where there is none.
      - id: name_size
        type: u4
        doc: Length of the identifier without the NUL behind it, in bytes.
      - id: flags
        type: u8
        enum: flag
        -open: true
        -flags: true
        doc: What else is known of the image.
      - id: key
        type: u8
        doc: What scrambled LTO IR was scrambled with; otherwise 0.
      - id: unpacked_size
        type: u8
        doc: Always 0.
enums:
  kind:
    1:
      id: ptx
      -suffix: ptx
      doc: PTX, as text, with a NUL behind it or without.
    2:
      id: elf
      -suffix: cubin
      -begins: [0x7f, 0x45, 0x4c, 0x46]
      doc: A cubin.
    8:
      id: lto_ir
      -word: lto-ir
      -suffix: ltoir
      doc: Code that is compiled when it is linked.
    0x100:
      id: group
      doc: Several images in one stream, which share what compresses them.
  header_version:
    0x101:
      id: current
      doc: The only one that is known.
  flag:
    0x1:
      id: bits64
      -word: 64-bit
      doc: For addresses of 64 bits.
    0x2:
      id: debug
      doc: With debug information.
    0x4:
      id: cuda
      doc: Made of CUDA; written by default up to CUDA 10.
    0x8:
      id: opencl
      doc: Made of OpenCL.
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
      doc: Compressed as one block of LZ4.
    0x8000:
      id: zstd
      doc: Compressed as one frame of Zstandard.
    0x10000:
      id: scrambled
      doc: The image is scrambled, and no frame of Zstandard whatever else is set.
    0x100000:
      id: arch_specific
      -word: a
      doc: For this processor alone, as `sm_90a`.
    0x200000:
      id: family_specific
      -word: f
      doc: For the processors of one family, as `sm_100f`.
    0x1000000:
      id: compat
      doc: The place of the options holds a copy of the cubin's section `.nv.compat`.
