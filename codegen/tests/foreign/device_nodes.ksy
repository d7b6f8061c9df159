meta:
  id: device_nodes
  title: Nodes as a list of tokens
  endian: be
  encoding: ASCII
seq:
  - id: magic
    contents: [0xd0, 0x0d]
  - id: ofs_tokens
    type: u2
  - id: ofs_strings
    type: u2
  - id: len_tokens
    type: u2
  - id: len_strings
    type: u2
instances:
  tokens:
    pos: ofs_tokens
    size: len_tokens
    type: tokens
  strings:
    pos: ofs_strings
    size: len_strings
    type: strings
types:
  strings:
    seq:
      - id: items
        type: strz
        repeat: eos
  tokens:
    seq:
      - id: items
        type: token
        repeat: until
        repeat-until: _.kind == kind::end
  token:
    seq:
      - id: kind
        type: u4
        enum: kind
        valid:
          in-enum: true
      - id: body
        type:
          switch-on: kind
          cases:
            'kind::begin_node': begin_node
            'kind::prop': prop
  begin_node:
    seq:
      - id: name
        type: strz
      - id: padding
        size: '- _io.pos % 4'
        if: _io.pos % 4 == 0
      - id: padding_bytes
        size: (4 - _io.pos % 4) % 4
  prop:
    seq:
      - id: len
        type: u4
      - id: ofs_name
        type: u4
      - id: value
        size: len
      - id: padding
        size: -len & 3
    instances:
      name:
        io: _root.strings._io
        pos: ofs_name
        type: strz
enums:
  kind:
    1: begin_node
    2: end_node
    3: prop
    4: nop
    9: end
