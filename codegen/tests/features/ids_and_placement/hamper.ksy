# A container with fields that only some files and entries have.
meta: {id: hamper, title: Hamper, endian: be, encoding: UTF-8}
doc: A hamper.
-container: {entries: items, id: label, content: load}
seq:
  - {id: magic, contents: HAMPER, doc: Marks the start.}
  - {id: version, type: u1, valid: {min: 1, max: 3}, -default: 2, doc: Version of the format.}
  - {id: marks, type: u1, -default: 1, doc: Which fields follow.}
  - {id: weight, type: u4, if: version >= 2, -default: 7, doc: The weight in grams.}
  - {id: len_sender, type: u1, if: marks & 1 != 0, -write: size(sender), doc: Length of the sender in bytes.}
  - {id: sender, type: str, size: len_sender, if: marks & 1 != 0, -limit: 100, doc: The sender.}
  - {id: seal, contents: [0x5e, 0xa1], if: not (version == 1 or marks & 2 == 0), doc: Closes the hamper.}
  - {id: stamp, type: stamp, if: marks & (4 | 8) == 12, doc: The stamp.}
  - {id: num_items, type: u1, -write: count(items), doc: Number of items.}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items, -limit: 250, doc: The items.}
  - {id: md5, size: 16, -write: md5(magic..marks), doc: The MD5 digest of the first fields.}
  - {id: digest, size: 32, if: version == 3, -write: sha256(version..items), doc: The SHA-256 digest of all fields.}
types:
  stamp:
    doc: A stamp.
    seq:
      - {id: price, type: u2, -default: 0, doc: The price.}
      - {id: country, type: str, size: 2, encoding: ASCII, if: price > 0, doc: The country.}
  item:
    doc: An item.
    seq:
      - {id: ofs_label, type: u2, -write: offset(label), doc: Start of the ID from the start of the file.}
      - {id: kind, type: u1, enum: kind, -open: true, -default: 1, doc: The kind.}
      - {id: care, type: u1, -default: 0, doc: How careful its carrier is.}
      - {id: note, type: strz, if: care == 1, -limit: 100, doc: A note.}
      - {id: num_stops, type: u1, if: care > 1 and care < 9, -write: count(stops), doc: Number of stops.}
      - {id: stops, type: stamp, repeat: expr, repeat-expr: num_stops, if: care > 1 and care < 9, -limit: 20, doc: The stops.}
      - {id: ofs_load, type: u4, -write: offset(load), doc: Start of the content from the start of the file.}
      - {id: len_load, type: u4, -write: size(load), doc: Length of the content in bytes.}
    instances:
      label: {pos: ofs_label, type: strz, -limit: 5000, doc: The ID.}
      load: {pos: ofs_load, size: len_load, -align: 4, doc: The content.}
enums:
  kind:
    1: {id: book, doc: A book.}
