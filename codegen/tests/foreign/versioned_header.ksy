meta:
  id: versioned_header
  title: Header that grows from version to version, with a trailer
  endian: be
seq:
  - id: magic
    contents: VH
  - id: version
    type: u1
    valid:
      min: 1
      max: 3
  - id: len_payload
    type: u2
  - id: flags
    type: u2
    if: version >= 2
  - id: comment
    type: strz
    encoding: ASCII
    if: version >= 2 and flags & 1 != 0
  - id: shift
    type: s8
    if: version == 3
  - id: payload
    size: len_payload
instances:
  trailer:
    pos: _io.size - 8
    type: trailer
  shifted:
    value: 'version == 3 ? shift * 2 : 0'
  has_comment:
    value: 'version < 2 ? false : (flags & 0b1) == 1'
types:
  trailer:
    seq:
      - id: crc
        type: u4
      - id: mark
        contents: TAIL
    instances:
      len_covered:
        value: _parent._io.size - 8
