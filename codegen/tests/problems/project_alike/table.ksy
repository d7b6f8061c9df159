# problem: table.ksy:3:12: /meta/id: expected a beginning that tells it from `box`, found `BO`; a file that begins so could be of either: describe versions of one format in one schema
# problem: table.ksy:3:12: /meta/id: expected a beginning that tells it from `chest`, found `BO`; a file that begins so could be of either: describe versions of one format in one schema
meta: {id: table, title: Table, endian: le}
doc: A table, which operations only show.
seq:
  - {id: magic, contents: BO, doc: Marks the start.}
  - {id: number, type: u1, doc: A number.}
