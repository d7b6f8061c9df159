meta:
  id: object_file
  title: Object file of two widths and both byte orders
seq:
  - id: magic
    contents: [0x7f, XO]
  - id: bits
    type: u1
    enum: bits
    valid:
      in-enum: true
  - id: endian
    type: u1
    enum: endian
  - id: pad
    size: 1
  - id: header
    type: header
types:
  header:
    meta:
      endian:
        switch-on: _root.endian
        cases:
          'endian::le': le
          'endian::be': be
    seq:
      - id: ofs_sections
        type:
          switch-on: _root.bits
          cases:
            'bits::b32': u4
            'bits::b64': u8
      - id: ofs_names
        type:
          switch-on: _root.bits
          cases:
            'bits::b32': u4
            'bits::b64': u8
      - id: num_sections
        type: u2
      - id: len_section
        type: u2
    instances:
      sections:
        pos: ofs_sections
        size: len_section
        type: section
        repeat: expr
        repeat-expr: num_sections
    types:
      section:
        seq:
          - id: ofs_name
            type: u4
          - id: kind
            type: u2
            enum: section_kind
          - id: ofs_body
            type:
              switch-on: _root.bits
              cases:
                'bits::b32': u4
                'bits::b64': u8
          - id: len_body
            type:
              switch-on: _root.bits
              cases:
                'bits::b32': u4
                'bits::b64': u8
        instances:
          name:
            io: _root._io
            pos: _parent.ofs_names + ofs_name
            type: strz
            encoding: ASCII
          body:
            io: _root._io
            pos: ofs_body
            size: len_body
            if: kind != section_kind::empty
        enums:
          section_kind:
            2: code
            3: data
            9: empty
enums:
  bits:
    1: b32
    2: b64
  endian:
    1: le
    2: be
