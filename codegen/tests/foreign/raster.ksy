meta:
  id: raster
  title: Picture whose rows are padded
  endian: le
seq:
  - id: magic
    contents: RA
  - id: header
    type: header
  - id: palette
    type: color
    repeat: expr
    repeat-expr: 'header.bits_per_pixel <= 2 ? 1 << header.bits_per_pixel : 0'
  - id: rows
    size: stride
    type: row
    repeat: expr
    repeat-expr: num_rows
types:
  header:
    seq:
      - id: width
        type: s4
        valid:
          min: 1
      - id: height
        type: s4
      - id: bits_per_pixel
        type: u2
        valid:
          any-of: [1, 2, 4, 8, 16]
    instances:
      is_top_down:
        value: height < 0
  color:
    seq:
      - id: red
        type: u1
      - id: green
        type: u1
      - id: blue
        type: u1
    instances:
      grey:
        value: (red * 30 + green * 59 + blue * 11) / 100
      scaled:
        value: red / 255.0
  row:
    seq:
      - id: pixels
        type:
          switch-on: _root.header.bits_per_pixel
          cases:
            1: b1
            2: b2
            4: b4
            8: u1
            16: u2
        repeat: expr
        repeat-expr: _root.header.width
      - id: padding
        size-eos: true
instances:
  stride:
    value: (header.width * header.bits_per_pixel + 31) / 32 * 4
  num_rows:
    value: 'header.is_top_down ? -header.height : header.height'
