# Entries that are walked over: big-endian, with other widths and places than any real ones.
meta: {id: train, title: train, endian: be}
doc: Wagons, one after the other.
-walk:
  length: weight
  limit: 3
  entry: wagon
  header: front
  header-limit: 100
  content: load
  stored: tight
  unpacked: loose
  alignment: 2
  numbers: [kind]
  id: {grammar: tiny_id, kind: guest, triple: ex, target: t, number: track, letters: [fast]}
  flags: marks
  packed: {pressed: lz4-block, frozen: zstd}
  as-stored: [sealed]
  name: {offset: name_at, size: name_len}
  options: {at: note_at, record: note, offset: text_at, size: text_len, no-text: [sealed]}
  groups: {kind: kind, number: many, record: crates, count: count, size: room, image: crate, offset: begin, length: long}
seq:
  - {id: magic, contents: TRAIN, doc: Marks the start.}
  - {id: weight, type: u2, doc: Length of all wagons.}
types:
  wagon:
    doc: A wagon.
    seq:
      - {id: front, type: u1, doc: Length of the header.}
      - {id: load, type: u2, doc: Length of the load.}
      - {id: tight, type: u2, doc: Length of what is pressed.}
      - {id: loose, type: u2, doc: What it was.}
      - {id: kind, type: u1, enum: kind, -open: true, doc: What it holds.}
      - {id: marks, type: u1, enum: mark, -open: true, -flags: true, doc: How it is packed.}
      - {id: track, type: u1, doc: Where it goes.}
      - {id: name_at, type: u1, doc: Where its name is.}
      - {id: name_len, type: u1, doc: How long its name is.}
      - {id: note_at, type: u1, doc: Where its note is.}
      - {id: spare, type: u1, valid: 9, doc: Always 9.}
  note:
    doc: Where a text is.
    seq:
      - {id: text_at, type: u1, doc: Where it begins.}
      - {id: text_len, type: u1, doc: How long it is.}
  crates:
    doc: Many loads.
    seq:
      - {id: count, type: u1, doc: How many.}
      - {id: room, type: u1, doc: Length of the table.}
  crate:
    doc: One of many loads.
    seq:
      - {id: begin, type: u1, doc: Where it begins.}
      - {id: long, type: u1, doc: How long it is.}
      - {id: kind, type: u1, enum: kind, -open: true, doc: What it holds.}
      - {id: marks, type: u1, enum: mark, -open: true, -flags: true, doc: How it is packed.}
      - {id: track, type: u1, doc: Where it goes.}
      - {id: name_at, type: u1, doc: Where its name is.}
      - {id: name_len, type: u1, doc: How long its name is.}
      - {id: note_at, type: u1, doc: Where its note is.}
enums:
  kind:
    1: {id: coal, -suffix: coal, doc: Coal.}
    2: {id: many, doc: Several loads.}
  mark:
    0x1: {id: pressed, doc: Pressed.}
    0x2: {id: frozen, doc: Frozen.}
    0x4: {id: sealed, doc: Not to be opened.}
    0x8: {id: fast, -word: x, doc: In a hurry.}
