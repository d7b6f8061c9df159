# A program registers its HIP device code with these records at startup.
meta:
  id: hip_wrappers
  title: HIP fat binary wrappers
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  A section with one wrapper for each translation unit of a program. A wrapper contains the address of a bundle in another section.
  The linker writes the address here, or leaves 0 and a relocation.
doc-ref: Clang, `CGCUDANV.cpp`, the module constructor for HIP
-reader-only: the wrappers have no header, and only a linker knows their addresses.
seq:
  - id: wrappers
    type: wrapper
    repeat: until
    repeat-until: _io.size - _io.pos < 24 or _index >= 16383
    if: _io.size >= 24
    doc: The first 16,384 wrappers.
types:
  wrapper:
    doc: Registers the bundle of a translation unit.
    seq:
      - id: magic
        type: u4
        enum: magic
        doc: Location of the code.
      - id: version
        type: u4
        doc: Version of the wrapper; always 1.
      - id: address
        type: u8
        doc: Address of the bundle (0 if a relocation sets it). If `magic` is `HIPK`, address of the kpack reference.
      - id: unit
        type: u4
        doc: Number of the translation unit if `magic` is `HIPK`; otherwise 0.
      - id: reserved
        type: u4
        doc: Reserved.
enums:
  magic:
    0x48495046: {id: embedded, doc: The code is in this file (`HIPF`).}
    0x4b504948: {id: moved, doc: The code is in a kpack archive (`HIPK`).}
