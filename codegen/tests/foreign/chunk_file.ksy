meta:
  id: chunk_file
  title: Chunks to the end, each padded
  endian: le
  encoding: ASCII
seq:
  - id: form
    contents: FORM
  - id: len_body
    type: u4
  - id: kind
    type: str
    size: 4
    valid:
      any-of: ['"PICT"', '"SONG"']
  - id: chunks
    type: chunks
    size: len_body - 4
types:
  chunks:
    seq:
      - id: items
        type: chunk
        repeat: eos
  chunk:
    seq:
      - id: id
        type: str
        size: 4
      - id: len
        type: u4
      - id: body
        size: len
        type:
          switch-on: id
          cases:
            '"head"': head
            '"list"': chunks
            '"note"': note
      - id: padding
        size: len % 2
  head:
    seq:
      - id: width
        type: s2
      - id: height
        type: s2
      - id: scale
        type: f4
    instances:
      area:
        value: width * height
      is_flipped:
        value: height < 0
  note:
    seq:
      - id: text
        type: str
        size-eos: true
        terminator: 0
