# The kpack archive: code objects split from ROCm libraries, for one GPU or several.
meta:
  id: kpack
  title: kpack archive
  file-extension: kpack
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A header, code objects, and a table of contents in MessagePack that ends with the file. The table maps the name of each translation unit of
  a library to a code object for each target. Loaders use the archive only for the targets in `gfx_arches`. Code objects are stored
  uncompressed, at the offsets in `blobs`, or each in its own Zstandard frame. Nothing is aligned; the first code object can follow the header
  directly.
doc-ref: rocm-kpack, `runtime/src/kpack.cpp` and `runtime/src/toc_parser.cpp`
# ROCm names a unit after its library, `#`, and its number. Other packers write no number.
-toc:
  at: toc_offset
  # ROCm's packer writes more than 20.
  least: 16
  columns:
    - {path: format_version, role: version, doc: Version of the table of contents.}
    - {path: group_name, doc: Name of the archive.}
    - {path: gfx_arch_family, doc: GPU family of the archive.}
    - {path: 'gfx_arches[]', role: target, doc: A target for which loaders use the archive.}
    - {path: toc.*, role: row, doc: Name of a translation unit of a library.}
    - {path: toc.*.*, role: entry, doc: Target ID of the code object.}
    - {path: toc.*.*.type, doc: 'Type of the code object, such as `hsaco`.'}
    - {path: toc.*.*.ordinal, role: ordinal, doc: 'Number of the code object, from 0.'}
    - {path: toc.*.*.original_size, role: unpacked, doc: 'Length of the code object in bytes.'}
    - {path: compression_scheme, role: scheme, doc: Compression scheme of the code objects.}
    - {path: 'blobs[]', role: content, doc: The code object.}
    - {path: 'blobs[].offset', role: offset, doc: 'Offset of the code object from the start of the file.'}
    - {path: 'blobs[].size', role: size, doc: 'Length of the code object in bytes.'}
    - {path: zstd_offset, role: frames-offset, doc: 'Offset of the compressed code objects from the start of the file.'}
    - {path: zstd_size, role: frames-size, doc: 'Length of all compressed code objects in bytes.'}
  version: 1
  listed: none
  frames: {word: zstd-per-kernel, head: frames, count: count, limit: 1048576, packing: zstd, frame: frame, length: size}
  id: {grammar: target_id, kind: hipv4, triple: amdgcn-amd-amdhsa}
seq:
  - id: magic
    contents: KPAK
    doc: Magic bytes of a kpack archive.
  - id: version
    type: u4
    valid: 1
    -write: constant(1)
    doc: Version of the format.
  - id: toc_offset
    type: u8
    doc: Offset of the table of contents from the start of the file.
types:
  frames:
    doc: Header of the compressed code objects, which follow in order of their numbers, without padding.
    seq:
      - id: count
        type: u4
        doc: Number of compressed code objects.
  frame:
    doc: Header of a compressed code object, which is one Zstandard frame.
    seq:
      - id: size
        type: u4
        doc: Length of the frame in bytes.
