meta: {id: tray, title: Tray, endian: le}
doc: A format of its own.
seq:
  - {id: magic, contents: TRAY, doc: Marks the start.}
  - {id: number, type: u1, doc: A number.}
