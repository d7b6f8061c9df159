meta:
  id: text_archive
  title: Archive with numbers in letters
  encoding: ASCII
seq:
  - id: magic
    contents: "!<text>\n"
  - id: members
    type: member
    repeat: eos
types:
  member:
    seq:
      - id: name_raw
        type: str
        size: 16
        pad-right: 0x20
      - id: len_raw
        type: str
        size: 8
        pad-right: 0x20
      - id: mark
        contents: "`\n"
      - id: body
        size: len
        type:
          switch-on: name_raw
          cases:
            '"//"': long_names
      - id: line_break
        type: u1
        valid: 0x0a
        if: len % 2 == 1
    instances:
      len:
        value: len_raw.to_i
      is_long:
        value: 'name_raw.length > 1 and name_raw.substring(0, 1) == "/" and name_raw != "//"'
      ofs_long:
        value: name_raw.substring(1, name_raw.length).to_i
        if: is_long
      long_name:
        io: _root.members[0].body.as<long_names>._io
        pos: ofs_long
        type: str
        terminator: 0x0a
        if: is_long
      name:
        value: 'is_long ? long_name : name_raw'
  long_names:
    seq:
      - id: all
        type: str
        size-eos: true
