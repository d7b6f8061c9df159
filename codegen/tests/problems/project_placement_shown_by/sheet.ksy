meta: {id: sheet, title: Sheet}
doc: A sheet.
-reader-only: it has no order.
seq:
  - {id: dots, type: u1, repeat: eos, doc: Its dots.}
