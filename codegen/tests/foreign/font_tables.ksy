meta:
  id: font_tables
  title: Tables of a font, found by their tags
  endian: be
  encoding: ASCII
seq:
  - id: magic
    contents: FNT1
  - id: num_tables
    type: u2
  - id: tables
    type: entry
    repeat: expr
    repeat-expr: num_tables
types:
  entry:
    seq:
      - id: tag
        type: str
        size: 4
      - id: ofs_body
        type: u4
      - id: len_body
        type: u4
    instances:
      body:
        pos: ofs_body
        size: len_body
        type:
          switch-on: tag
          cases:
            '"head"': head
            '"kern"': kern
            '"name"': name
  head:
    seq:
      - id: units
        type: u2
      - id: lowest
        type: s2
  kern:
    seq:
      - id: num_pairs
        type: u2
      - id: pairs
        type: pair
        repeat: expr
        repeat-expr: num_pairs
    types:
      pair:
        seq:
          - id: left
            type: u2
          - id: right
            type: u2
          - id: move
            type: s2
        instances:
          share:
            value: move * 100 / _root.head.units
  name:
    seq:
      - id: parts
        type: strz
        repeat: eos
instances:
  head:
    value: tables[0].body.as<head>
  smallest_length:
    value: '[tables[0].len_body, tables[1].len_body, tables[2].len_body].min'
