# Every word of what is only read.
meta:
  id: leaflet
  title: Leaflet
  endian: le
  encoding: ASCII
  imports: [leaf_parts]
doc: |
  A made-up format with every word that formats have which are only read. Its second line.
doc-ref: A made-up source, section "Leaflets"
-reader-only: the order of the pages follows from what is drawn on them.
seq:
  - id: magic
    contents: [LEAF, 0]
    doc: Marks the start.
  - id: order
    type: u1
    enum: order
    valid: {in-enum: true}
    doc: Byte order of the rest.
  - id: flags
    type: flags
    doc: Which parts the leaflet has.
  - id: body
    type: body
    doc: Everything else.
types:
  flags:
    meta: {bit-endian: le}
    doc: Bits.
    seq:
      - id: has_title
        type: b1
        doc: Whether there is a title.
      - id: kind
        type: b2
        enum: leaflet::body::kind
        doc: What the pages are.
      - id: level
        type: b5be
        doc: How much.
  body:
    meta:
      endian:
        switch-on: _root.order
        cases: {'order::small': le, _: be}
    doc: What follows the header.
    seq:
      - id: title
        type: strz
        if: _parent.flags.has_title
        doc: What it is called.
      - id: num_pages
        type: u2
        valid: {min: 1, max: 8}
        doc: How many pages there are.
      - id: pages
        type: page(_index, _root.flags.kind)
        repeat: expr
        repeat-expr: num_pages
        doc: The pages.
      - id: numbers
        type: s2
        repeat: until
        repeat-until: _ < 0
        doc: Numbers up to one below 0.
      - id: rest
        type: leaf_parts::stamp
        size-eos: true
        doc: A stamp, and what is behind it.
    instances:
      last_name:
        value: pages.last.name
        doc: The name of the last page.
      ink:
        pos: _io.size - 4
        size: 4
        doc: The ink.
      packed:
        pos: _io.size - 4
        size: 4
        process: zlib
        if: _parent.flags.level == 31
        doc: The ink, if it is packed.
    enums:
      kind:
        0: plain
        1: {id: drawn, doc: Something is drawn on it.}
        -1: lost
    types:
      page:
        doc: A page.
        params:
          - {id: index, type: u4, doc: Its number.}
          - {id: kind, type: u1, enum: kind, doc: What it is.}
        seq:
          - id: len
            type: u1
            doc: How long it is.
          - id: name
            type: str
            size: 4
            pad-right: 0x20
            doc: Its name.
          - id: content
            size: len
            type:
              switch-on: kind
              cases: {'kind::drawn': drawing}
            doc: What is on it.
        instances:
          number:
            value: 'index + 1 > 9 ? 9 : index + 1'
            doc: Its number for people.
      drawing:
        doc: A drawing.
        seq:
          - id: scale
            type: f4
            doc: How large it is.
          - id: line
            terminator: 0x2e
            eos-error: false
            doc: A line up to a dot.
          - id: dots
            type: dot
            repeat: eos
            doc: Dots up to the end.
        instances:
          whole:
            io: _parent._io
            pos: 0
            type: u1
            doc: The first byte of the stream that the page is in.
      dot:
        doc: A dot.
        seq:
          - id: x
            type: u1
            valid: {any-of: [1, 2, 3]}
            doc: Where it is.
          - id: y
            type: u1
            valid: {expr: _ != x, eq: 9}
            doc: Where it is, too.
enums:
  order:
    1: small
    2: large
