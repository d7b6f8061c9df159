meta:
  id: sections_by_signature
  title: Sections that begin with a signature, and a directory at the end
  endian: le
seq:
  - id: sections
    type: section
    repeat: eos
types:
  section:
    seq:
      - id: magic
        contents: PX
      - id: kind
        type: u2
        enum: kind
      - id: body
        type:
          switch-on: kind
          cases:
            kind::local: local
            kind::central: central
            kind::end: end
  local:
    seq:
      - id: method
        type: u2
        valid:
          expr: _ < 10
      - id: flags
        type: u2
      - id: crc32
        type: u4
      - id: len_body
        type: u4
      - id: len_name
        type: u2
      - id: name
        type: str
        size: len_name
        encoding: UTF-8
      - id: body
        size: len_body
  central:
    seq:
      - id: len_name
        type: u2
      - id: ofs_local
        type: u4
      - id: name
        type: str
        size: len_name
        encoding: UTF-8
    instances:
      local:
        pos: ofs_local
        type: section
  end:
    seq:
      - id: num_entries
        type: u2
      - id: ofs_central
        type: u4
instances:
  end_section:
    pos: _io.size - 10
    type: section
  num_locals:
    value: end_section.body.as<end>.num_entries
enums:
  kind:
    0x0201: local
    0x0403: central
    0x0605: end
