meta:
  id: made_counted_table
  title: Counted table
  endian: le
-reader-only: it is read by its table.
doc: Names with numbers, in a table that a header counts and points at.
seq:
  - id: magic
    contents: [CNTD, 0x01]
    doc: Tells the format.
  - id: num_rows
    type: u2
    doc: How many rows there are.
  - id: ofs_rows
    type: u4
    doc: Where the rows begin, from the start of the file, in bytes.
  - id: len_file
    type: u4
    doc: How long the file is, in bytes.
instances:
  rows:
    pos: ofs_rows
    type: row
    repeat: expr
    repeat-expr: num_rows
    doc: The rows.
types:
  row:
    doc: A name and a number.
    seq:
      - id: ofs_name
        type: u4
        doc: Where the name is, from the start of the file, in bytes.
      - id: len_name
        type: u1
        doc: How long it is, without one, in bytes.
      - id: kind
        type: u1
        enum: kind
        valid:
          in-enum: true
        doc: What the row is.
      - id: number
        type: s4
        doc: Its number.
    instances:
      name:
        pos: ofs_name
        type: str
        encoding: ASCII
        size: len_name + 1
        doc: The name.
enums:
  kind:
    0: plain
    1: other
    7: last
