meta: {id: box, title: Box, endian: le}
doc: A box.
-container: {entries: entries, id: id, content: content}
seq:
  - {id: magic, contents: BOX, doc: Marks the start.}
  - {id: num_entries, type: u1, -write: count(entries), doc: How many entries there are.}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num_entries, doc: The entries.}
types:
  entry:
    doc: An entry.
    seq:
      - {id: id, type: strz, encoding: UTF-8, doc: Its ID.}
      - {id: ofs_content, type: u4, -write: offset(content), doc: Where it starts.}
      - {id: len_content, type: u4, -write: size(content), doc: How long it is.}
    instances:
      content: {pos: ofs_content, size: len_content, doc: The content.}
