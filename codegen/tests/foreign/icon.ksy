meta:
  id: icon
  title: Icons of Windows
  file-extension: ico
  license: MIT OR Apache-2.0
  endian: le
  imports:
    - bitmap_header
seq:
  - {id: reserved, contents: [0, 0]}
  - {id: kind, type: u2, enum: kind, valid: {any-of: ['kind::icon', 'kind::cursor']}}
  - {id: num_images, type: u2}
  - {id: images, type: image, repeat: expr, repeat-expr: num_images}
types:
  image:
    seq:
      - {id: width_field, type: u1}
      - {id: height_field, type: u1}
      - {id: num_colors, type: u1}
      - {id: reserved, type: u1}
      - {id: planes_or_x, type: s2}
      - {id: bits_or_y, type: s2}
      - {id: len, type: u4}
      - {id: offset, type: u4}
    instances:
      width: {value: 'width_field == 0 ? 256 : width_field'}
      height: {value: 'height_field == 0 ? 256 : height_field'}
      begins: {pos: offset, size: 8}
      is_png: {value: 'begins == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]'}
      png: {pos: offset, size: len, if: is_png}
      bitmap: {pos: offset, size: len, type: bitmap_header, if: not is_png}
enums:
  kind:
    1: icon
    2: cursor
