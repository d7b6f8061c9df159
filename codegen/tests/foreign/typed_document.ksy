meta:
  id: typed_document
  title: Documents of named and typed values
  endian: le
  encoding: UTF-8
seq:
  - id: len
    type: s4
  - id: fields
    type: fields
    size: len - 5
  - id: terminator
    contents: [0]
types:
  fields:
    seq:
      - id: items
        type: field
        repeat: eos
  field:
    seq:
      - id: kind
        type: u1
        enum: kind
      - id: name
        type: strz
      - id: value
        type:
          switch-on: kind
          cases:
            'kind::number': f8
            'kind::text': text
            'kind::document': typed_document
            'kind::array': typed_document
            'kind::flag': u1
            'kind::int32': s4
            'kind::int64': s8
    enums:
      kind:
        1: number
        2: text
        3: document
        4: array
        8: flag
        0x10: int32
        0x12: int64
        0x7f: max
        -1: min
  text:
    seq:
      - id: len
        type: s4
        valid:
          min: 1
      - id: value
        type: str
        size: len - 1
      - id: terminator
        contents: [0]
