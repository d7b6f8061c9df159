meta:
  id: flag_parts
  title: Parts that flags say are there
  endian: le
seq:
  - id: mode
    type: b3
    enum: mode
  - id: has_name
    type: b1
  - id: has_size
    type: b1
  - id: level
    type: b11
  - id: name
    type: str
    size: 5
    pad-right: 0x20
    encoding: ASCII
    if: has_name
  - id: size
    type:
      switch-on: mode
      cases:
        mode::small: u1
        mode::wide: u4be
        _: u2
    if: has_size
  - id: steps
    type: u2
    repeat: expr
    repeat-expr: mode.to_i + 1
  - id: tail
    type: tail
types:
  tail:
    meta:
      bit-endian: le
    seq:
      - id: low
        type: b4
      - id: middle
        type: b9
      - id: top
        type: b3
      - id: rest
        size-eos: true
    instances:
      all:
        value: low + (middle << 4) + (top << 13)
enums:
  mode:
    0: small
    1: wide
    2: none
