# problem: chest.ksy:3:12: /meta/id: expected a beginning that tells it from `box`, found `BOXES`; a file that begins so could be of either: describe versions of one format in one schema
# problem: chest.ksy:5:68: /-container/aliases/0: expected a name that no format has, found `crate`; leave it out
meta: {id: chest, title: Chest, endian: le}
doc: A box.
-container: {entries: entries, id: id, content: content, aliases: [crate]}
seq:
  - {id: magic, contents: BOXES, doc: Marks the start.}
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
