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
  columns:
    - {path: format_version, role: version, doc: Version of the table of contents.}
    - {path: group_name, doc: What the archive is called.}
    - {path: gfx_arch_family, doc: The family of GPUs that it is for.}
    - {path: 'gfx_arches[]', role: target, doc: A target that loaders take the archive for.}
    - {path: toc.*, role: row, doc: Name of a unit of a library.}
    - {path: toc.*.*, role: entry, doc: The processor with its features.}
    - {path: toc.*.*.type, doc: 'Kind of the code object, such as `hsaco`.'}
    - {path: toc.*.*.ordinal, role: ordinal, doc: 'Number of the code object, from 0.'}
    - {path: toc.*.*.original_size, role: unpacked, doc: 'Length of the code object, in bytes.'}
    - {path: compression_scheme, role: scheme, doc: How code objects are stored.}
    - {path: 'blobs[]', role: content, doc: The code object.}
    - {path: 'blobs[].offset', role: offset, doc: 'First byte of the code object, from the start of the file.'}
    - {path: 'blobs[].size', role: size, doc: 'Length of the code object, in bytes.'}
    - {path: zstd_offset, role: frames-offset, doc: 'First byte of the compressed code objects, from the start of the file.'}
    - {path: zstd_size, role: frames-size, doc: 'Length of all compressed code objects, in bytes.'}
  version: 1
  listed: none
  frames: {word: zstd-per-kernel, head: frames, count: count, limit: 1048576, packing: zstd, frame: frame, length: size}
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
