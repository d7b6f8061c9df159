meta:
  id: varint_log
  title: Log of numbers of any length
seq:
  - id: entries
    type: entry
    repeat: eos
types:
  entry:
    seq:
      - id: key
        type: varint
      - id: number
        type: varint
        if: wire == 0
      - id: text
        type: text
        if: wire == 2
    instances:
      field:
        value: key.value >> 3
      wire:
        value: key.value & 7
  text:
    seq:
      - id: len
        type: varint
      - id: value
        size: len.value
  varint:
    seq:
      - id: groups
        type: group
        repeat: until
        repeat-until: not _.has_next
    instances:
      last:
        value: groups.size - 1
      value:
        value: >-
          groups[last].value
          + (last >= 1 ? (groups[last - 1].value << 7) : 0)
          + (last >= 2 ? (groups[last - 2].value << 14) : 0)
  group:
    seq:
      - id: has_next
        type: b1
      - id: value
        type: b7
