meta:
  id: packet_capture
  title: Packets, of the newer kind
  file-extension: pcapng
  license: MIT OR Apache-2.0
  encoding: UTF-8
  endian: le
seq:
  - {id: blocks, type: block, repeat: eos}
types:
  block:
    seq:
      - {id: kind, type: u4, enum: kind}
      - {id: len, type: u4, valid: {expr: _ % 4 == 0 and _ >= 12}}
      - id: body
        size: len - 12
        type:
          switch-on: kind
          cases:
            kind::section: section
            kind::interface: interface
            kind::packet: packet
      - {id: len_again, type: u4, valid: len}
  section:
    seq:
      - {id: order, type: u4, valid: 0x1a2b3c4d}
      - {id: major, type: u2}
      - {id: minor, type: u2}
      - {id: len_section, type: s8}
      - {id: options, type: options}
  interface:
    seq:
      - {id: link, type: u2}
      - {id: reserved, type: u2}
      - {id: most, type: u4}
      - {id: options, type: options}
  packet:
    seq:
      - {id: interface, type: u4}
      - {id: time_high, type: u4}
      - {id: time_low, type: u4}
      - {id: len_here, type: u4}
      - {id: len, type: u4}
      - {id: content, size: len_here}
      - {id: padding, size: (4 - len_here % 4) % 4}
      - {id: options, type: options}
    instances:
      time: {value: '(time_high * 4294967296 + time_low) / 1000000.0'}
      is_cut: {value: len_here < len}
  options:
    seq:
      - {id: options, type: option, repeat: until, repeat-until: _.kind == 0 or _io.eof, if: not _io.eof}
  option:
    seq:
      - {id: kind, type: u2}
      - {id: len, type: u2}
      - id: value
        size: len
        type:
          switch-on: kind
          cases:
            1: text
            2: text
      - {id: padding, size: -len % 4}
  text:
    seq:
      - {id: text, type: str, size-eos: true}
enums:
  kind:
    0x0a0d0d0a: section
    1: interface
    6: packet
