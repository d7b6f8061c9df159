meta:
  id: gzip_member
  title: File compressed by gzip
  file-extension: gz
  license: MIT OR Apache-2.0
  endian: le
  encoding: ISO-8859-1
  bit-endian: le
seq:
  - {id: magic, contents: [0x1f, 0x8b]}
  - {id: method, type: u1, enum: method}
  - {id: flags, type: flags, size: 1}
  - {id: modified, type: u4}
  - {id: level, type: u1}
  - {id: system, type: u1}
  - {id: extra, type: extra, if: flags.has_extra}
  - {id: name, type: strz, if: flags.has_name}
  - {id: comment, type: strz, if: flags.has_comment}
  - {id: header_crc, type: u2, if: flags.has_header_crc}
  - {id: body, size: _io.size - _io.pos - 8}
  - {id: crc, type: u4}
  - {id: len_unpacked, type: u4}
types:
  flags:
    seq:
      - {id: is_text, type: b1}
      - {id: has_header_crc, type: b1}
      - {id: has_extra, type: b1}
      - {id: has_name, type: b1}
      - {id: has_comment, type: b1}
      - {id: reserved, type: b3, valid: 0}
  extra:
    seq:
      - {id: len, type: u2}
      - {id: fields, size: len, type: fields}
  fields:
    seq:
      - {id: fields, type: field, repeat: eos}
  field:
    seq:
      - {id: id, size: 2}
      - {id: len, type: u2}
      - {id: body, size: len}
enums:
  method:
    8: deflate
