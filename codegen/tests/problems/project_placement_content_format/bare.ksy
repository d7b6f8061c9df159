meta: {id: bare, title: Bare, endian: le}
doc: A sample.
seq:
  - {id: count, type: u1, doc: A number.}
