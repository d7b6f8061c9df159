# problem: binary_rust_names.ksy:21:12: /types/one/-rust: expected a name for a type, found `String`; letters and digits that begin with a capital, and no name that generated code uses itself
# problem: binary_rust_names.ksy:22:18: /types/one/-version-of: expected the name of what several types are versions of, found `Lonely`; let another type name it too
# problem: binary_rust_names.ksy:26:12: /types/two/-rust: expected a name for a type, found `good_name`; letters and digits that begin with a capital, and no name that generated code uses itself
# problem: binary_rust_names.ksy:27:18: /types/two/-version-of: expected a name in Rust that no type has, found `Twice`; choose another
# problem: binary_rust_names.ksy:32:18: /types/three/-version-of: expected a name in Rust that no type has, found `Twice`; choose another
# problem: binary_rust_names.ksy:36:12: /types/four/-rust: expected a name in Rust that is not taken, found `Twice` again; the other one is in line 31
# problem: binary_rust_names.ksy:37:18: /types/four/-version-of: expected a name for a type, found `vec`; letters and digits that begin with a capital, and no name that generated code uses itself
# problem: binary_rust_names.ksy:37:18: /types/four/-version-of: expected the name of what several types are versions of, found `vec`; let another type name it too
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
    -rust: String
    -version-of: Lonely
    doc: Called as a type that generated code uses.
    seq: [{id: a, type: u1, doc: A field.}]
  two:
    -rust: good_name
    -version-of: Twice
    doc: Called as no type is.
    seq: [{id: a, type: u1, doc: A field.}]
  three:
    -rust: Twice
    -version-of: Twice
    doc: Called as what it is a version of.
    seq: [{id: a, type: u1, doc: A field.}]
  four:
    -rust: Twice
    -version-of: vec
    doc: Called as another is.
    seq: [{id: a, type: u1, doc: A field.}]
