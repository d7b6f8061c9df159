# Archives of object files, as `ar` makes them: the forms of GNU, of BSD and of Windows; and thin ones.
meta:
  id: archive
  title: archive
  file-extension: [a, lib, rlib]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  encoding: UTF-8
doc: |
  Members one after the other, each behind a header of text. The first members can be an index of symbols and a table of long names. The members
  of a thin archive are other files, of which it has the names.
doc-ref: The archive file format, `ar(5)`; Microsoft PE Format, section "Archive (Library) File Format"
-reader-only: names are where the tool that made the archive puts them; there are several ways.
seq:
  - id: magic
    type: str
    size: 8
    valid: {any-of: ['"!<arch>\n"', '"!<thin>\n"']}
    doc: Marks an archive, or a thin one.
  - id: members
    type: member
    repeat: until
    repeat-until: _io.eof or _index >= 16383
    if: not _io.eof
    doc: The members; the first 16,384 of them.
instances:
  is_thin:
    value: magic == "!<thin>\n"
    doc: Whether the members are other files.
  names:
    value: 'members.size > 0 and members[0].is_names ? 0 : members.size > 1 and members[1].is_names ? 1 : members.size > 2 and members[2].is_names ? 2 : -1'
    if: _io.size > 8
    doc: Number of the member with long names; -1 if there is none.
types:
  member:
    doc: A member.
    seq:
      - id: short_name
        type: str
        size: 16
        pad-right: 0x20
        doc: "Its name, with a slash behind it if GNU or Windows wrote it. `/` is an index, `//` has long names, `/7` is a name that is there at byte 7; `#1/7` is one of 7 bytes that the content begins with."
        -orig-id: ar_name
      - id: time
        type: str
        size: 12
        pad-right: 0x20
        doc: When it was changed, in seconds from 1970.
        -orig-id: ar_date
      - id: user
        type: str
        size: 6
        pad-right: 0x20
        doc: Number of its owner.
        -orig-id: ar_uid
      - id: group
        type: str
        size: 6
        pad-right: 0x20
        doc: Number of its group.
        -orig-id: ar_gid
      - id: mode
        type: str
        size: 8
        pad-right: 0x20
        doc: Who may read and write it, in octal digits.
        -orig-id: ar_mode
      - id: len_text
        type: str
        size: 10
        pad-right: 0x20
        doc: Length of its content in bytes, in decimal digits.
        -orig-id: ar_size
      - id: end
        contents: "`\n"
        doc: Ends the header.
        -orig-id: ar_fmag
      - id: content
        size: 'is_elsewhere ? 0 : len_content'
        type:
          switch-on: short_name
          cases:
            '"//"': long_names
            _: content(len_bsd_name)
        doc: What is in it.
      - id: padding
        size: 1
        if: len_content % 2 == 1 and not is_elsewhere and not _io.eof
        doc: Makes its length even.
    instances:
      len_content:
        value: len_text.to_i
        doc: Length of its content, in bytes.
      is_names:
        value: short_name == "//"
        doc: Whether its content is the table of long names.
      is_elsewhere:
        value: _root.is_thin and short_name != "//" and short_name != "/" and short_name != "/SYM64/"
        doc: Whether its content is another file.
      len_bsd_name:
        value: 'short_name.length > 3 and short_name.substring(0, 3) == "#1/" ? short_name.substring(3, short_name.length).to_i : 0'
        doc: Length of the name at the start of its content, in bytes.
      is_long:
        value: 'short_name.length > 1 and short_name.substring(0, 1) == "/" and short_name != "//" and short_name != "/SYM64/"'
        doc: Whether its name is in the table of long names.
      long_name:
        io: _root.members[_root.names].content.as<long_names>._io
        pos: short_name.substring(1, short_name.length).to_i
        type: str
        terminator: 0x0a
        if: is_long and _root.names >= 0 and _root.members[_root.names].content.as<long_names>.last != 0
        doc: That name, with a slash behind it.
      windows_name:
        io: _root.members[_root.names].content.as<long_names>._io
        pos: short_name.substring(1, short_name.length).to_i
        type: strz
        if: is_long and _root.names >= 0 and _root.members[_root.names].content.as<long_names>.last == 0
        doc: That name, as Windows writes it.
  long_names:
    doc: The table of long names.
    seq:
      - id: texts
        size-eos: true
        doc: Each ends with a slash and a line break, or, from Windows, with a NUL.
    instances:
      last:
        pos: _io.size - 1
        type: u1
        if: _io.size != 0
        doc: The last byte of it.
  content:
    doc: The content of a member.
    params:
      - {id: len_name, type: u4, doc: Length of the name at its start.}
    seq:
      - id: name
        type: strz
        size: len_name
        if: len_name != 0
        doc: The name of the member, as BSD writes it.
      - id: bytes
        size-eos: true
        doc: The member itself.
