meta:
  id: b
  title: B
doc: A sample.
-reader-only: it is a test.
types:
  item:
    doc: An item.
    seq:
      - id: y
        type: u1
        doc: A number.
