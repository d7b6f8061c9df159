meta:
  id: png_chunks
  title: PNG image
  file-extension: png
  license: MIT OR Apache-2.0
  endian: be
  encoding: UTF-8
seq:
  - {id: magic, contents: [0x89, PNG, 0x0d, 0x0a, 0x1a, 0x0a]}
  - {id: chunks, type: chunk, repeat: until, repeat-until: '_.type == "IEND" or _io.eof'}
types:
  chunk:
    seq:
      - {id: len, type: u4}
      - {id: type, type: str, size: 4}
      - id: body
        size: len
        type:
          switch-on: type
          cases:
            '"IHDR"': header
            '"PLTE"': palette
            '"gAMA"': gamma
            '"tEXt"': text
            '"zTXt"': packed_text
            '"pHYs"': density
            '"tIME"': time
      - {id: crc, type: u4}
  header:
    seq:
      - {id: width, type: u4, valid: {min: 1}}
      - {id: height, type: u4, valid: {min: 1}}
      - {id: depth, type: u1, valid: {any-of: [1, 2, 4, 8, 16]}}
      - {id: color, type: u1, enum: color, valid: {in-enum: true}}
      - {id: compression, type: u1}
      - {id: filter, type: u1}
      - {id: interlace, type: u1}
    instances:
      num_channels: {value: 'color == color::truecolor ? 3 : color == color::truecolor_alpha ? 4 : color == color::grey_alpha ? 2 : 1'}
      len_row: {value: (width * depth * num_channels + 7) / 8}
  palette:
    seq:
      - {id: entries, type: rgb, repeat: eos}
  rgb:
    seq:
      - {id: r, type: u1}
      - {id: g, type: u1}
      - {id: b, type: u1}
    instances:
      luma: {value: 0.299 * r + 0.587 * g + 0.114 * b}
  gamma:
    seq:
      - {id: times_100000, type: u4}
    instances:
      ratio: {value: times_100000 / 100000.0}
  text:
    seq:
      - {id: keyword, type: strz, encoding: ISO-8859-1}
      - {id: text, type: str, size-eos: true, encoding: ISO-8859-1}
  packed_text:
    seq:
      - {id: keyword, type: strz, encoding: ISO-8859-1}
      - {id: method, type: u1}
      - {id: text, size-eos: true, process: zlib}
  density:
    seq:
      - {id: x, type: u4}
      - {id: y, type: u4}
      - {id: unit, type: u1, enum: unit}
  time:
    seq:
      - {id: year, type: u2}
      - {id: month, type: u1, valid: {min: 1, max: 12}}
      - {id: day, type: u1, valid: {min: 1, max: 31}}
      - {id: hour, type: u1}
      - {id: minute, type: u1}
      - {id: second, type: u1}
enums:
  color:
    0: grey
    2: truecolor
    3: indexed
    4: grey_alpha
    6: truecolor_alpha
  unit:
    0: unknown
    1: meter
