meta:
  id: message_catalog
  title: Translations of gettext
  file-extension: mo
  license: MIT OR Apache-2.0
  encoding: UTF-8
seq:
  - {id: magic, size: 4, valid: {any-of: ['[0xde, 0x12, 0x04, 0x95]', '[0x95, 0x04, 0x12, 0xde]']}}
  - {id: body, type: body}
types:
  body:
    meta:
      endian:
        switch-on: _root.magic
        cases:
          '[0xde, 0x12, 0x04, 0x95]': le
          '[0x95, 0x04, 0x12, 0xde]': be
    seq:
      - {id: minor, type: u2}
      - {id: major, type: u2}
      - {id: num_texts, type: u4}
      - {id: ofs_originals, type: u4}
      - {id: ofs_translations, type: u4}
      - {id: num_buckets, type: u4}
      - {id: ofs_buckets, type: u4}
    instances:
      originals: {io: _root._io, pos: ofs_originals, type: place, repeat: expr, repeat-expr: num_texts}
      translations: {io: _root._io, pos: ofs_translations, type: place, repeat: expr, repeat-expr: num_texts}
      buckets: {io: _root._io, pos: ofs_buckets, type: bucket, repeat: expr, repeat-expr: num_buckets, if: ofs_buckets != 0}
      is_sound: {value: 'num_texts == 0 or (originals[0].text <= originals[num_texts - 1].text)'}
    types:
      place:
        seq:
          - {id: len, type: u4}
          - {id: offset, type: u4}
        instances:
          text: {io: _root._io, pos: offset, type: str, size: len}
      bucket:
        seq:
          - {id: number, type: u4}
        instances:
          original: {value: '_parent.originals[number - 1].text', if: number != 0}
