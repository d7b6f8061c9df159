meta:
  id: bitmap_header
  title: Header of a bitmap that is in another file
  license: MIT OR Apache-2.0
  endian: le
seq:
  - {id: len, type: u4, valid: 40}
  - {id: width, type: s4}
  - {id: double_height, type: s4}
  - {id: num_planes, type: u2}
  - {id: bits, type: u2}
  - {id: rest, size: len - 16}
  - {id: pixels, size-eos: true}
instances:
  height: {value: double_height / 2}
