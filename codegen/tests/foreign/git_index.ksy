meta:
  id: git_index
  title: Index of git
  license: MIT OR Apache-2.0
  endian: be
  encoding: UTF-8
seq:
  - {id: magic, contents: DIRC}
  - {id: version, type: u4, valid: {min: 2, max: 3}}
  - {id: num_entries, type: u4}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num_entries}
  - {id: extensions, type: extension, repeat: until, repeat-until: _io.pos + 20 >= _io.size, if: _io.pos + 20 < _io.size}
  - {id: digest, size: 20}
types:
  entry:
    seq:
      - {id: changed, type: time}
      - {id: modified, type: time}
      - {id: device, type: u4}
      - {id: inode, type: u4}
      - {id: unused_mode, type: b16}
      - {id: kind, type: b4, enum: kind}
      - {id: unused, type: b3}
      - {id: permissions, type: b9}
      - {id: user, type: u4}
      - {id: group, type: u4}
      - {id: len, type: u4}
      - {id: digest, size: 20}
      - {id: is_assumed, type: b1}
      - {id: is_extended, type: b1}
      - {id: stage, type: b2}
      - {id: len_name, type: b12}
      - {id: more, type: u2, if: is_extended}
      - {id: name, type: str, size: len_name}
      - {id: padding, size: '8 - (62 + len_name + (is_extended ? 2 : 0)) % 8'}
    instances:
      can_run: {value: (permissions & 0b001_001_001) != 0}
  time:
    seq:
      - {id: seconds, type: u4}
      - {id: nanoseconds, type: u4}
  extension:
    seq:
      - {id: kind, type: str, size: 4}
      - {id: len, type: u4}
      - id: body
        size: len
        type:
          switch-on: kind
          cases:
            '"TREE"': trees
            _: other
    instances:
      is_needed: {value: 'kind.substring(0, 1) > "Z"'}
  trees:
    seq:
      - {id: trees, type: tree, repeat: eos}
  tree:
    seq:
      - {id: path, type: strz}
      - {id: num_entries_text, type: str, terminator: 0x20}
      - {id: num_subtrees_text, type: str, terminator: 0x0a}
      - {id: digest, size: 20, if: num_entries >= 0}
    instances:
      num_entries: {value: num_entries_text.to_i}
  other:
    seq:
      - {id: body, size-eos: true}
enums:
  kind:
    8: file
    10: link
    14: submodule
