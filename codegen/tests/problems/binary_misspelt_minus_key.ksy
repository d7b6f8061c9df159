# problem: binary_misspelt_minus_key.ksy:10:5: /seq/0/-wriet: expected a key of a field, found `-wriet`; did you mean `-write`?
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    -wriet: constant(0)
    doc: A field.
