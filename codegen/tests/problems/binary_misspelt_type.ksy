# problem: binary_misspelt_type.ksy:9:11: /seq/0/type: expected a type of this schema, found `itme`; did you mean `item`?
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: first
    type: itme
    doc: A field.
types:
  item:
    doc: What the misspelt name means, so it is not called unused.
    seq:
      - id: kind
        type: u1
        doc: A field.
