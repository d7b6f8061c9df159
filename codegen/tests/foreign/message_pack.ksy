meta:
  id: message_pack
  title: MessagePack
  file-extension: msgpack
  license: MIT OR Apache-2.0
  endian: be
  encoding: UTF-8
seq:
  - {id: first, type: u1}
  - id: number
    type:
      switch-on: first
      cases:
        0xca: f4
        0xcb: f8
        0xcc: u1
        0xcd: u2
        0xce: u4
        0xcf: u8
        0xd0: s1
        0xd1: s2
        0xd2: s4
        0xd3: s8
    if: is_number
  - {id: len_1, type: u1, if: first == 0xd9 or first == 0xc4}
  - {id: len_2, type: u2, if: first == 0xda or first == 0xc5 or first == 0xdc or first == 0xde}
  - {id: len_4, type: u4, if: first == 0xdb or first == 0xc6 or first == 0xdd or first == 0xdf}
  - {id: text, type: str, size: len, if: is_text}
  - {id: bytes, size: len, if: is_bytes}
  - {id: items, type: message_pack, repeat: expr, repeat-expr: len, if: is_list}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: len, if: is_map}
instances:
  is_number: {value: first >= 0xca and first <= 0xd3}
  is_text: {value: (first & 0xe0) == 0xa0 or (first >= 0xd9 and first <= 0xdb)}
  is_bytes: {value: first >= 0xc4 and first <= 0xc6}
  is_list: {value: (first & 0xf0) == 0x90 or first == 0xdc or first == 0xdd}
  is_map: {value: (first & 0xf0) == 0x80 or first == 0xde or first == 0xdf}
  is_nil: {value: first == 0xc0}
  truth: {value: first == 0xc3, if: first == 0xc2 or first == 0xc3}
  small: {value: 'first < 0x80 ? first : first - 0x100', if: first < 0x80 or first >= 0xe0}
  len:
    value: '(first & 0xe0) == 0xa0 ? first & 0x1f : (first & 0xe0) == 0x80 ? first & 0xf : first == 0xd9 or first == 0xc4 ? len_1 : first == 0xda or first == 0xc5 or first == 0xdc or first == 0xde ? len_2 : len_4'
    if: is_text or is_bytes or is_list or is_map
types:
  pair:
    seq:
      - {id: key, type: message_pack}
      - {id: value, type: message_pack}
