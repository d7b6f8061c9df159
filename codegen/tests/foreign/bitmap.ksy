meta:
  id: bitmap
  title: Bitmap of Windows
  file-extension: bmp
  license: MIT OR Apache-2.0
  endian: le
seq:
  - {id: magic, contents: BM}
  - {id: len_file, type: u4}
  - {id: reserved, type: u2, repeat: expr, repeat-expr: 2}
  - {id: ofs_pixels, type: u4}
  - {id: len_header, type: u4, valid: {any-of: [12, 40, 52, 56, 108, 124]}}
  - id: header
    size: len_header - 4
    type:
      switch-on: len_header
      cases:
        12: core_header
        _: header
  - {id: palette, size: ofs_pixels - _io.pos, type: palette, if: ofs_pixels > _io.pos}
instances:
  rows:
    pos: ofs_pixels
    size: len_row
    repeat: expr
    repeat-expr: num_rows
    if: len_header >= 40 and header.as<header>.compression == compression::none
  len_row: {value: (width * bits + 31) / 32 * 4}
  width: {value: 'len_header == 12 ? header.as<core_header>.width : header.as<header>.width'}
  bits: {value: 'len_header == 12 ? header.as<core_header>.bits : header.as<header>.bits'}
  num_rows: {value: 'header.as<header>.height < 0 ? -header.as<header>.height : header.as<header>.height'}
types:
  core_header:
    seq:
      - {id: width, type: u2}
      - {id: height, type: u2}
      - {id: num_planes, type: u2}
      - {id: bits, type: u2}
  header:
    seq:
      - {id: width, type: s4}
      - {id: height, type: s4}
      - {id: num_planes, type: u2, valid: 1}
      - {id: bits, type: u2}
      - {id: compression, type: u4, enum: compression}
      - {id: len_pixels, type: u4}
      - {id: pixels_a_meter, type: s4, repeat: expr, repeat-expr: 2}
      - {id: num_colors, type: u4}
      - {id: num_important, type: u4}
      - {id: masks, type: u4, repeat: eos, if: not _io.eof and _io.size < 100}
      - {id: rest, size-eos: true, if: _io.size >= 100}
    instances:
      is_upside_down: {value: height > 0}
  palette:
    seq:
      - {id: colors, size: 4, type: color, repeat: eos}
  color:
    seq:
      - {id: b, type: u1}
      - {id: g, type: u1}
      - {id: r, type: u1}
enums:
  compression:
    0: none
    1: rle8
    2: rle4
    3: masks
