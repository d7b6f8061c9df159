# problem: binary_rust_names.ksy:17:12: /types/one/-rust: expected a name for a type, found `String`; letters and digits that begin with a capital, and no name that generated code uses itself
# problem: binary_rust_names.ksy:21:12: /types/two/-rust: expected a name for a type, found `good_name`; letters and digits that begin with a capital, and no name that generated code uses itself
# problem: binary_rust_names.ksy:29:12: /types/four/-rust: expected a name in Rust that is not taken, found `Twice` again; the other one is in line 25
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: first, type: one, doc: A record.}
  - {id: second, type: two, doc: A record.}
  - {id: third, type: three, doc: A record.}
  - {id: fourth, type: four, doc: A record.}
types:
  one:
    # A type that generated code uses.
    -rust: String
    doc: Called as a type that generated code uses.
    seq: [{id: a, type: u1, doc: A field.}]
  two:
    -rust: good_name
    doc: Called as no type is.
    seq: [{id: a, type: u1, doc: A field.}]
  three:
    -rust: Twice
    doc: Called by a name of its own.
    seq: [{id: a, type: u1, doc: A field.}]
  four:
    -rust: Twice
    doc: Called as another is.
    seq: [{id: a, type: u1, doc: A field.}]
