meta:
  id: boot_record
  title: Master boot record
  license: MIT OR Apache-2.0
  endian: le
seq:
  - {id: code, size: 440}
  - {id: signature, type: u4}
  - {id: reserved, size: 2}
  - {id: partitions, type: partition, repeat: expr, repeat-expr: 4}
  - {id: magic, contents: [0x55, 0xaa]}
types:
  partition:
    seq:
      - {id: is_active, type: b1}
      - {id: reserved, type: b7}
      - {id: first, type: place}
      - {id: kind, type: u1, enum: kind}
      - {id: last, type: place}
      - {id: first_sector, type: u4}
      - {id: num_sectors, type: u4}
    instances:
      content: {io: _root._io, pos: first_sector * 512, size: num_sectors * 512, if: kind != kind::none and first_sector * 512 < _root._io.size}
      linux: {value: kind == kind::linux or kind == kind::linux_swap}
  place:
    seq:
      - {id: head, type: u1}
      - {id: cylinder_high, type: b2}
      - {id: sector, type: b6}
      - {id: cylinder_low, type: u1}
    instances:
      cylinder: {value: cylinder_high << 8 | cylinder_low}
enums:
  kind:
    0: none
    5: {id: extended, doc: More partitions.}
    0x82: linux_swap
    0x83: linux
    0xee: gpt
