# The kpack archive: code objects that were moved out of libraries of ROCm, for one GPU or several.
meta:
  id: kpack
  title: kpack archive
  file-extension: kpack
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header, code objects, and a table of contents in MessagePack up to the end of the file. The table has a name for every unit of a library,
  and under it a code object for each target. Loaders take the file for the targets in `gfx_arches` alone. Code objects are as they are, where
  the list `blobs` says; or each is compressed as a frame of Zstandard of its own. Nothing is aligned, and code objects may begin right behind
  the header.
doc-ref: rocm-kpack, `runtime/src/kpack.cpp` and `runtime/src/toc_parser.cpp`
# The names are those of libraries with `#` and the number of the unit behind it. Those of other packers have none.
-toc:
  at: toc_offset
  # The packer of ROCm writes more than 20.
  least: 16
  version: {key: format_version, number: 1, doc: Version of the table of contents.}
  texts:
    - {key: group_name, doc: What the archive is called.}
    - {key: gfx_arch_family, doc: The family of GPUs that it is for.}
  targets: {key: gfx_arches, doc: A target that loaders take the archive for.}
  rows: {key: toc, doc: 'Name of a unit of a library.'}
  entry:
    kind: {key: type, doc: 'Kind of the code object, such as `hsaco`.'}
    ordinal: {key: ordinal, doc: 'Number of the code object, from 0.'}
    size: {key: original_size, doc: 'Length of the code object, in bytes.'}
  scheme: {key: compression_scheme, doc: How code objects are stored.}
  listed:
    word: none
    list: {key: blobs, doc: The code object.}
    offset: {key: offset, doc: 'First byte of the code object, from the start of the file.'}
    size: {key: size, doc: 'Length of the code object, in bytes.'}
  frames:
    word: zstd-per-kernel
    offset: {key: zstd_offset, doc: 'First byte of the compressed code objects, from the start of the file.'}
    size: {key: zstd_size, doc: 'Length of all compressed code objects, in bytes.'}
    head: frames
    count: count
    limit: 1048576
    packing: zstd
    frame: frame
    length: size
  id: {grammar: target_id, kind: hipv4, triple: amdgcn-amd-amdhsa}
  # As the packer of ROCm writes them.
seq:
  - id: magic
    contents: KPAK
    doc: Marks the start of an archive.
  - id: version
    type: u4
    valid: 1
    -write: constant(1)
    doc: Version of the format.
  - id: toc_offset
    type: u8
    doc: First byte of the table of contents, which goes on to the end of the file.
types:
  frames:
    doc: The start of the compressed code objects. They follow in the order of their numbers, without padding.
    seq:
      - id: count
        type: u4
        doc: Number of compressed code objects.
  frame:
    doc: It is before each compressed code object, which is one frame of Zstandard.
    seq:
      - id: size
        type: u4
        doc: Length of the frame, in bytes.
