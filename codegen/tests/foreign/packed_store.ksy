meta:
  id: packed_store
  title: Parts of which one is packed
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
  - id: third
    size: 4
  - id: fourth
    size: 6
  - id: fifth
    size-eos: true
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
