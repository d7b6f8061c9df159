meta:
  id: tar
  title: Tape archive
  file-extension: tar
  license: MIT OR Apache-2.0
  encoding: UTF-8
doc: Files one after the other, each with a header of text in front, in blocks of 512 bytes. Two empty blocks end it.
seq:
  - id: members
    type: member
    repeat: until
    repeat-until: _.is_end or _io.eof
types:
  member:
    seq:
      - id: header
        type: header
        size: 512
      - id: content
        size: header.len_content
        type:
          switch-on: header.kind
          cases:
            kind::pax: records
            kind::pax_global: records
        if: not is_end
      - id: padding
        size: -header.len_content % 512
        if: not is_end
    instances:
      is_end:
        value: header.name == "" and header.kind == kind::old_file
  header:
    seq:
      - {id: name, type: strz, size: 100}
      - {id: mode_text, type: number(8)}
      - {id: owner_text, type: number(8)}
      - {id: group_text, type: number(8)}
      - {id: size_text, type: number(12)}
      - {id: modified_text, type: number(12)}
      - {id: checksum_text, type: number(8)}
      - {id: kind, type: u1, enum: kind}
      - {id: target, type: strz, size: 100}
      - {id: magic, size: 6}
      - {id: version, size: 2}
      - {id: owner_name, type: strz, size: 32}
      - {id: group_name, type: strz, size: 32}
      - {id: major, type: number(8)}
      - {id: minor, type: number(8)}
      - {id: prefix, type: strz, size: 155}
    instances:
      is_posix: {value: 'magic == [0x75, 0x73, 0x74, 0x61, 0x72, 0]'}
      len_content: {value: size_text.value}
      path: {value: 'prefix == "" ? name : prefix + "/" + name'}
  number:
    params:
      - {id: width, type: u4}
    seq:
      - {id: digits, size: width, type: str, encoding: ASCII, terminator: 0, pad-right: 0x20}
    instances:
      value: {value: 'digits.length == 0 ? 0 : digits.to_i(8)'}
  records:
    seq:
      - {id: records, type: record, repeat: eos}
  record:
    seq:
      - {id: len_text, type: str, terminator: 0x20}
      - {id: key, type: str, terminator: 0x3d}
      - {id: value, type: str, size: len_text.to_i - len_text.length - key.length - 3}
      - {id: newline, contents: "\n"}
enums:
  kind:
    0: old_file
    0x30: file
    0x31: hard_link
    0x32: symbolic_link
    0x35: folder
    0x67: pax_global
    0x78: pax
