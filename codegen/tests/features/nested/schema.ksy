meta:
  id: ship_log
  title: Ship log
  application: [Bridge, Harbour office]
  file-extension: log
  tags: [ships]
  license: CC0-1.0
  xref: {wikidata: Q1}
  ks-version: 0.9
  encoding: ASCII
  endian: be
doc: Voyages and ports, whose records stand inside the types that have them.
-webide-representation: '{home}'
seq:
  - id: magic
    contents: SHIP
    doc: Marks a log.
    -webide-parse-mode: eager
  - id: home
    type: port::place
    doc: Where the ship is at home.
  - id: state
    type: u1
    enum: voyage::state
    -open: true
    doc: What became of the last voyage.
  - id: harbour
    type: port
    doc: The harbour that it belongs to.
  - id: mood
    type: u1
    enum: state
    -open: true
    doc: That of the crew.
  - id: num_voyages
    type: u2
    -write: count(voyages)
    doc: Number of voyages.
  - id: voyages
    type: voyage
    repeat: expr
    repeat-expr: num_voyages
    doc: The voyages.
types:
  voyage:
    doc: One voyage.
    -webide-representation: '{state}'
    types:
      place:
        doc: A place at sea.
        types:
          bearing:
            doc: A direction.
            seq:
              - {id: degrees, type: u2, doc: Clockwise from north.}
        seq:
          - {id: heading, type: bearing, doc: Where the ship turns.}
          - {id: side, type: u1, enum: side, -open: true, doc: On which side it is seen.}
        enums:
          side:
            0: {id: larboard, -webide-representation: L}
            1: starboard
    enums:
      state:
        0: under_way
        1: home_again
    seq:
      - id: state
        type: u1
        enum: state
        -open: true
        doc: What became of it.
      - id: start
        type: port::place
        doc: Where it begins.
      - id: turn
        type: place
        doc: Where it turns.
      - id: towards
        type: place::bearing
        doc: Where it goes from there.
  port:
    doc: What there is to say of ports.
    types:
      place:
        doc: A place on land.
        seq:
          - {id: len_name, type: u1, -write: size(name), doc: Length of the name in bytes.}
          - {id: name, type: str, size: len_name, doc: Its name.}
          - {id: level, type: u1, enum: state, -open: true, doc: How full it is.}
    enums:
      state:
        0: empty
        9: full
    seq:
      - {id: home, type: place, doc: The place.}
enums:
  state:
    1: none_that_is_meant
