# What containers are in: a section of it, and a content.
meta:
  id: pins
  title: Pins
doc: Where notes hang.
-reader-only: pins have no order.
seq:
  - id: pins
    type: u1
    repeat: eos
    doc: The pins.
