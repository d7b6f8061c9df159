meta:
  id: capture
  title: Captured packets, in the byte order of who captured them
seq:
  - id: magic
    type: u4le
    enum: magic
    valid:
      in-enum: true
  - id: body
    type: body
types:
  body:
    meta:
      endian:
        switch-on: _root.magic
        cases:
          'magic::same': le
          _: be
    seq:
      - id: version
        type: u2
      - id: packets
        type: packet
        repeat: eos
  packet:
    meta:
      endian:
        switch-on: _root.magic
        cases:
          'magic::same': le
          'magic::swapped': be
    seq:
      - id: seconds
        type: u4
      - id: len
        type: u4
      - id: frame
        size: len
        type: frame
  frame:
    meta:
      endian: be
    seq:
      - id: target
        size: 6
      - id: source
        size: 6
      - id: kind
        type: u2
        enum: kind
      - id: body
        type:
          switch-on: kind
          cases:
            'kind::ipv4': ipv4
            _: unknown
    enums:
      kind:
        0x0800: ipv4
        0x0806: arp
  unknown:
    seq:
      - id: bytes
        size-eos: true
  ipv4:
    meta:
      endian: be
    seq:
      - id: version
        type: b4
      - id: header_words
        type: b4
      - id: service
        type: u1
      - id: len_total
        type: u2
      - id: number
        type: u2
      - id: reserved
        type: b1
      - id: dont_split
        type: b1
      - id: more
        type: b1
      - id: offset
        type: b13
      - id: hops
        type: u1
      - id: protocol
        type: u1
      - id: checksum
        type: u2
      - id: addresses
        size: 4
        repeat: expr
        repeat-expr: 2
      - id: body
        size: len_total - len_header
    instances:
      len_header:
        value: header_words * 4
enums:
  magic:
    0xa1b2c3d4: same
    0xd4c3b2a1: swapped
