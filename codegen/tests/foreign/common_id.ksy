meta:
  id: common_id
  title: Identifier of sixteen bytes
  endian: le
seq:
  - id: first
    type: u4
  - id: rest
    size: 12
    valid:
      expr: _.length == 12
instances:
  is_zero:
    value: first == 0 and rest == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
enums:
  origin:
    1: chance
    2: name
types:
  stamp:
    params:
      - id: scale
        type: u4
    seq:
      - id: ticks
        type: u4
    instances:
      seconds:
        value: ticks / scale
