meta:
  id: counted_table
  title: Table of named parts
  endian: le
seq:
  - id: magic
    contents: [CTAB, 0]
  - id: flags
    type: u1
  - id: num_parts
    type: u2
  - id: len_names
    type: u4
  - id: parts
    type: part
    repeat: expr
    repeat-expr: num_parts
  - id: names
    size: len_names
types:
  part:
    seq:
      - id: ofs_name
        type: u2
      - id: ofs_body
        type: u4
      - id: len_body
        type: u4
    instances:
      name:
        pos: 12 + _root.num_parts * sizeof<part> + ofs_name
        type: strz
        encoding: UTF-8
      body:
        pos: ofs_body
        size: len_body
        if: len_body != 0
      is_last:
        value: ofs_body + len_body == _root._io.size
instances:
  total:
    value: parts[0].len_body + parts[1].len_body
  first_name_len:
    value: parts.first.name.length
