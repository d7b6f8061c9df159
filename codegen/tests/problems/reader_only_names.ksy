# problem: reader_only_names.ksy:22:11: /seq/1/size: expected a field, an instance or a parameter of `sample`, found `aa` at character 1 of `aa + 1`; there are: a, b, c, d, e, f, g, h
# problem: reader_only_names.ksy:25:11: /seq/2/type: expected a type of this schema, or of one that it imports, found `itme`; did you mean `item`?
# problem: reader_only_names.ksy:29:11: /seq/3/enum: expected an enum of this schema, found `kinds`; did you mean `kind`?
# problem: reader_only_names.ksy:33:9: /seq/4/if: expected a field, an instance or a parameter of `item`, found `left` at character 1 of `e.left > d.second`; there are: left_one
# problem: reader_only_names.ksy:33:9: /seq/4/if: expected a member of a whole number, found `second` at character 10 of `e.left > d.second`; there are: to_s
# problem: reader_only_names.ksy:37:9: /seq/5/if: expected a value of the enum `kind`, found `secnd` at character 6 of `a == kind::secnd`; did you mean `second`?
# problem: reader_only_names.ksy:37:9: /seq/5/if: expected values of one kind to compare, found a whole number and a value of an enum at character 1 of `a == kind::secnd`; look up what the fields hold
# problem: reader_only_names.ksy:40:11: /seq/6/type: expected `told` with 2 values in parentheses, found 1; tell it what its `params` name, in that order
# problem: reader_only_names.ksy:44:12: /instances/h/value: expected a member of a whole number, found `first` at character 1 of `a.first + b.lenght + "x"`; there are: to_s
# problem: reader_only_names.ksy:44:12: /instances/h/value: expected a member of bytes, found `lenght` at character 11 of `a.first + b.lenght + "x"`; did you mean `length`?
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-reader-only: it is a test.
seq:
  - id: a
    type: u2
    doc: A number.
  - id: b
    size: aa + 1
    doc: A name that is misspelt.
  - id: c
    type: itme
    doc: A type that is misspelt.
  - id: d
    type: u1
    enum: kinds
    doc: An enum that is misspelt.
  - id: e
    type: item
    if: e.left > d.second
    doc: Fields that are not there.
  - id: f
    type: item
    if: a == kind::secnd
    doc: A value that is misspelt, and of another kind.
  - id: g
    type: told(a)
    doc: Told too little.
instances:
  h:
    value: a.first + b.lenght + "x"
    doc: What numbers and bytes do not have, and text that is added to a number.
types:
  item:
    doc: An item.
    seq:
      - id: left_one
        type: u1
        doc: A number.
  told:
    doc: What must be told something.
    params:
      - {id: p, type: u1}
      - {id: q, type: u1}
enums:
  kind: {1: first, 2: second}
