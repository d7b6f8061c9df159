# The records by which programs register HIP device code when they start.
meta:
  id: hip_wrappers
  title: HIP fat binary wrappers
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
doc: |
  The content of a section with pointers: a wrapper for each unit of a program. It holds the address of a bundle, which is in another section;
  linkers leave the address to a relocation, or write it here too.
doc-ref: Clang, `CGCUDANV.cpp`, the module constructor for HIP
-reader-only: the wrappers have no header, and the addresses in them are those of a linked program.
seq:
  - id: wrappers
    type: wrapper
    repeat: until
    repeat-until: _io.size - _io.pos < 24 or _index >= 16383
    if: _io.size >= 24
    doc: The first 16,384 wrappers.
types:
  wrapper:
    doc: What registers the bundle of a unit.
    seq:
      - id: magic
        type: u4
        enum: magic
        doc: Whether the code is in the file.
      - id: version
        type: u4
        doc: Version of the wrapper, which is 1.
      - id: address
        type: u8
        doc: Address of the bundle in memory; 0 where a relocation has it. Where the code was moved, that of what says where to.
      - id: unit
        type: u4
        doc: Number of the unit whose code was moved; else 0.
      - id: reserved
        type: u4
        doc: Nothing.
enums:
  magic:
    0x48495046: {id: embedded, doc: The code is in the file.}
    0x4b504948: {id: moved, doc: The code was moved to a file of its own.}
