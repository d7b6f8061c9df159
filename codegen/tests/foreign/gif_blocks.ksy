meta:
  id: gif_blocks
  title: GIF image
  file-extension: gif
  license: MIT OR Apache-2.0
  endian: le
  encoding: ASCII
seq:
  - {id: magic, contents: GIF}
  - {id: version, type: str, size: 3, valid: {any-of: ['"87a"', '"89a"']}}
  - {id: screen, type: screen}
  - {id: colors, type: rgb, repeat: expr, repeat-expr: screen.num_colors, if: screen.has_colors}
  - {id: blocks, type: block, repeat: until, repeat-until: '_io.eof or _.kind == kind::end'}
types:
  screen:
    seq:
      - {id: width, type: u2}
      - {id: height, type: u2}
      - {id: has_colors, type: b1}
      - {id: resolution, type: b3}
      - {id: is_sorted, type: b1}
      - {id: bits_of_colors, type: b3}
      - {id: background, type: u1}
      - {id: aspect, type: u1}
    instances:
      num_colors: {value: 2 << bits_of_colors}
  rgb:
    seq:
      - {id: value, type: u1, repeat: expr, repeat-expr: 3}
  block:
    seq:
      - {id: kind, type: u1, enum: kind}
      - id: body
        type:
          switch-on: kind
          cases:
            kind::extension: extension
            kind::image: image
  image:
    seq:
      - {id: left, type: u2}
      - {id: top, type: u2}
      - {id: width, type: u2}
      - {id: height, type: u2}
      - {id: has_colors, type: b1}
      - {id: is_interlaced, type: b1}
      - {id: is_sorted, type: b1}
      - {id: reserved, type: b2}
      - {id: bits_of_colors, type: b3}
      - {id: colors, type: rgb, repeat: expr, repeat-expr: 2 << bits_of_colors, if: has_colors}
      - {id: bits_of_codes, type: u1}
      - {id: codes, type: chunks}
  extension:
    seq:
      - {id: label, type: u1, enum: label}
      - id: body
        type:
          switch-on: label
          cases:
            label::control: control
            _: chunks
  control:
    seq:
      - {id: len, type: u1, valid: 4}
      - {id: reserved, type: b3}
      - {id: disposal, type: b3}
      - {id: waits, type: b1}
      - {id: is_transparent, type: b1}
      - {id: delay, type: u2}
      - {id: transparent, type: u1}
      - {id: end, contents: [0]}
  chunks:
    seq:
      - {id: chunks, type: chunk, repeat: until, repeat-until: _.len == 0}
  chunk:
    seq:
      - {id: len, type: u1}
      - {id: bytes, size: len}
enums:
  kind:
    0x21: extension
    0x2c: image
    0x3b: end
  label:
    0xf9: control
    0xfe: comment
    0xff: application
