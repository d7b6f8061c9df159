meta:
  id: made_boxes
  title: Tree of boxes
  endian: be
-reader-only: it is read by its table.
doc: Boxes inside of boxes, each with its length and its kind.
seq:
  - id: magic
    contents: BOXT
    doc: Tells the format.
  - id: boxes
    type: box
    repeat: eos
    doc: The outermost boxes.
types:
  box:
    doc: A box.
    seq:
      - id: len
        type: u4
        doc: How long the box is, with this number and its kind, in bytes.
      - id: kind
        type: str
        size: 4
        encoding: ASCII
        valid:
          any-of: ['"tree"', '"leaf"', '"data"']
        doc: What is in it.
      - id: body
        size: len - 8
        type:
          switch-on: kind
          cases:
            '"tree"': boxes
            '"leaf"': leaf
        doc: Its content.
  boxes:
    doc: More boxes.
    seq:
      - id: boxes
        type: box
        repeat: eos
        doc: The boxes.
  leaf:
    doc: Numbers up to a zero.
    seq:
      - id: numbers
        type: u2
        repeat: until
        repeat-until: _ == 0
        doc: The numbers, of which the last is 0.
