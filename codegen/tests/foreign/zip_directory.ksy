meta:
  id: zip_directory
  title: ZIP archive, from its end
  file-extension: zip
  license: MIT OR Apache-2.0
  endian: le
  encoding: UTF-8
doc: The end of central directory is looked for where it is without a comment, then where a comment of its own says that it is.
seq: []
instances:
  ofs_end: {value: _io.size - 22}
  end: {pos: ofs_end, type: end}
  directory: {pos: end.ofs_directory, size: end.len_directory, type: directory}
types:
  end:
    seq:
      - {id: magic, contents: [PK, 5, 6]}
      - {id: disk, type: u2}
      - {id: disk_of_directory, type: u2}
      - {id: num_on_disk, type: u2}
      - {id: num_entries, type: u2}
      - {id: len_directory, type: u4}
      - {id: ofs_directory, type: u4}
      - {id: len_comment, type: u2}
      - {id: comment, type: str, size: len_comment}
  directory:
    seq:
      - {id: entries, type: entry, repeat: expr, repeat-expr: _root.end.num_entries}
  entry:
    seq:
      - {id: magic, contents: [PK, 1, 2]}
      - {id: made_by, type: u2}
      - {id: needs, type: u2}
      - {id: flags, type: u2}
      - {id: method, type: u2, enum: method}
      - {id: time, type: time}
      - {id: crc, type: u4}
      - {id: len_packed, type: u4}
      - {id: len_unpacked, type: u4}
      - {id: len_name, type: u2}
      - {id: len_extra, type: u2}
      - {id: len_comment, type: u2}
      - {id: disk, type: u2}
      - {id: attributes, type: u2}
      - {id: system_attributes, type: u4}
      - {id: ofs_file, type: s4}
      - {id: name, type: str, size: len_name}
      - {id: extra, size: len_extra, type: extras}
      - {id: comment, type: str, size: len_comment}
    instances:
      file: {io: _root._io, pos: ofs_file, type: "file(len_packed, method)"}
      has_utf8_names: {value: flags & 0x800 != 0}
  time:
    seq:
      - {id: time, type: u2}
      - {id: date, type: u2}
    instances:
      second: {value: (time & 0x1f) * 2}
      minute: {value: (time >> 5) & 0x3f}
      hour: {value: time >> 11}
      day: {value: date & 0x1f}
      month: {value: (date >> 5) & 0xf}
      year: {value: 1980 + (date >> 9)}
  extras:
    seq:
      - {id: extras, type: extra, repeat: eos}
  extra:
    seq:
      - {id: kind, type: u2}
      - {id: len, type: u2}
      - {id: body, size: len}
  file:
    params:
      - {id: len_packed, type: u4}
      - {id: method, type: u2, enum: method}
    seq:
      - {id: magic, contents: [PK, 3, 4]}
      - {id: needs, type: u2}
      - {id: flags, type: u2}
      - {id: method_here, type: u2, enum: method, valid: method}
      - {id: time, type: time}
      - {id: crc, type: u4}
      - {id: lens, type: u4, repeat: expr, repeat-expr: 2}
      - {id: len_name, type: u2}
      - {id: len_extra, type: u2}
      - {id: name, type: str, size: len_name}
      - {id: extra, size: len_extra}
      - {id: body, size: len_packed}
enums:
  method:
    0: stored
    8: deflated
    93: zstd
