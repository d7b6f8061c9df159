meta:
  id: console_font
  title: Font of the console, version 2
  file-extension: psfu
  license: MIT OR Apache-2.0
  endian: le
  encoding: UTF-8
seq:
  - {id: magic, contents: [0x72, 0xb5, 0x4a, 0x86]}
  - {id: version, type: u4, valid: 0}
  - {id: len_header, type: u4}
  - {id: flags, type: u4}
  - {id: num_glyphs, type: u4}
  - {id: len_glyph, type: u4}
  - {id: height, type: u4}
  - {id: width, type: u4}
instances:
  has_table: {value: (flags & 1) == 1}
  len_row: {value: (width + 7) / 8}
  glyphs: {pos: len_header, size: len_glyph, type: glyph, repeat: expr, repeat-expr: num_glyphs}
  table: {pos: len_header + num_glyphs * len_glyph, type: characters, repeat: eos, if: has_table}
types:
  glyph:
    seq:
      - {id: rows, type: row, size: _root.len_row, repeat: expr, repeat-expr: _root.height}
  row:
    seq:
      - {id: pixels, type: b1, repeat: expr, repeat-expr: _root.width}
  characters:
    seq:
      - {id: bytes, terminator: 0xff}
