meta:
  id: packed_store
  title: Parts that are packed in several ways
  endian: le
seq:
  - id: magic
    contents: PK0
  - id: key
    type: u1
  - id: len_first
    type: u2
  - id: first
    size: len_first
    process: zlib
    type: names
  - id: len_second
    type: u2
  - id: second
    size: len_second
    process: xor(key)
    type: names
  - id: third
    size: 4
    process: rol(3)
  - id: fourth
    size: 6
    process: xor([0x10, 0x20, 0x30])
  - id: fifth
    size-eos: true
    process: ror(1)
    type: names
types:
  names:
    seq:
      - id: items
        type: name
        repeat: eos
  name:
    seq:
      - id: len
        type: u1
      - id: text
        type: str
        size: len
        encoding: ASCII
