meta:
  id: box_tree
  title: Boxes inside of boxes
  endian: be
seq:
  - id: boxes
    type: box
    repeat: eos
types:
  box:
    seq:
      - id: len32
        type: u4
      - id: kind
        type: u4
        enum: kind
      - id: len64
        type: u8
        if: len32 == 1
      - id: body
        size: len
        type:
          switch-on: kind
          cases:
            'kind::container': box_list
            'kind::header': header
    instances:
      len:
        value: >-
          len32 == 0 ? _io.size - _io.pos :
          len32 == 1 ? len64 - 16 : len32 - 8
  box_list:
    seq:
      - id: items
        type: box
        repeat: eos
  header:
    seq:
      - id: version
        type: b8
      - id: flags
        type: b24
      - id: created
        type:
          switch-on: version
          cases:
            0: u4
            1: u8
enums:
  kind:
    0x6d6f6f76: container
    0x68656164: header
    0x66726565:
      id: free
      doc: Room that is not used.
