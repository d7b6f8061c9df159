# A made-up format whose ids are words of Rust, names that Rust or generated code has already, and ids that become alike there.
meta:
  id: lib
  title: Awkward names (made up)
  endian: le
doc: A file whose names are awkward in Rust.
-options:
  - {id: type, default: 4, min: 1, max: 64, doc: What parts start at multiples of.}
seq:
  - {id: magic, contents: NAMES, doc: Marks the start.}
  - {id: text, type: strz, encoding: UTF-8, doc: A text called text.}
  - {id: describe_at, type: u1, doc: A number.}
  - {id: into, type: u1, doc: Which of three versions follows.}
  - {id: next, type: {switch-on: into, cases: {1: v_1, 2: v1, 3: v1, 4: nothing}}, doc: What depends on the number.}
  - {id: x, type: u1, enum: x, doc: A named number.}
  - {id: named_x, type: u1, doc: A number.}
  - {id: a_place, type: u1, doc: A number.}
  - {id: a_at, type: u1, doc: A number.}
  - {id: ofs_a, type: u4, -write: offset(a), doc: Start of a part.}
  - {id: self_, type: u1, doc: A number.}
  - {id: self, type: u1, doc: A number.}
  - {id: fn, type: u1, doc: A number.}
  - {id: loop__count, type: u1, doc: A number.}
  - {id: loop_count, type: u1, doc: A number.}
  - {id: length, type: u1, doc: A number.}
  - {id: count, type: u1, doc: A number.}
  - {id: len, type: u1, doc: A number.}
  - {id: foo, type: u1, doc: A number.}
  - {id: new, type: u1, doc: A number.}
  - {id: not, type: u1, doc: A number.}
  - {id: bytes, type: u1, doc: A number.}
  - {id: frame, type: u1, doc: A number.}
  - {id: cursor, type: u1, doc: A number.}
  - {id: record, type: u1, doc: A number.}
  - {id: writer, type: u1, doc: A number.}
  - {id: write, type: u1, doc: A number.}
  - {id: plan, type: u1, doc: A number.}
  - {id: item, type: u1, doc: A number.}
  - {id: collect, type: u1, doc: A number.}
  - {id: values, type: u1, doc: A number.}
  - {id: clone, type: u1, doc: A number.}
  - {id: entry, type: entry, doc: A record with fixed bytes.}
  - {id: entry_magic, contents: E, doc: Fixed bytes.}
  - {id: option, type: option, doc: A record of records only.}
  - {id: fields, type: fields, doc: A record of a number.}
instances:
  a: {pos: ofs_a, size: 3, -align: type, doc: A part.}
types:
  v_1:
    doc: A version.
    seq:
      - {id: type, type: u1, enum: option_kind, -open: true, doc: A number.}
  nothing:
    doc: A record without fields.
  fields:
    doc: A record called fields.
    seq:
      - {id: n, type: u1, doc: A number.}
  v1:
    doc: Another version.
    seq:
      - {id: next, type: u1, doc: A number.}
  entry:
    doc: A record.
    seq:
      - {id: magic, contents: F, doc: Fixed bytes.}
      - {id: ofs_iterator, type: u4, -write: offset(iterator), doc: Start of a list.}
      - {id: num_iterator, type: u2, -write: count(iterator), doc: Length of a list.}
      - {id: ofs_box, type: u4, -write: offset(box), doc: Start of a record.}
    instances:
      iterator:
        pos: ofs_iterator
        type: iterator
        repeat: expr
        repeat-expr: num_iterator
        -limit: 100
        doc: A list.
      box: {pos: ofs_box, type: vec, doc: A record with a list in it.}
  iterator:
    doc: A record.
    seq:
      - {id: self_, type: u1, doc: A number.}
      - {id: len_bytes, type: u2, -write: size(bytes), doc: A length.}
      - {id: bytes, type: str, size: len_bytes - self_, encoding: ASCII, -limit: 300, doc: A text.}
      - {id: root_self_, type: u1, doc: A number.}
      - {id: bytes_len, type: u1, doc: A number.}
  vec:
    doc: A record.
    seq:
      - {id: num_list, type: u1, -write: count(list), doc: Length of a list.}
      - {id: list, type: string, repeat: expr, repeat-expr: num_list, -limit: 9, doc: A list.}
  string:
    doc: A record.
    seq:
      - {id: some, type: u1, doc: A number.}
  option:
    doc: A record that holds records and nothing else.
    seq:
      - {id: none, type: string, doc: A record.}
      - {id: err, type: string_builder, doc: A record.}
  string_builder:
    doc: A record that is called as the builder of another.
    seq:
      - {id: default, type: u1, enum: default, doc: A number.}
enums:
  x:
    1: self
    2: v_1
    3: v1
  option_kind:
    1: option
    2: vec
    3: some
    4: open
  default:
    0: iterator
    1: from
