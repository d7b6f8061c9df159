# problem: binary_repeat_until.ksy:11:13: /seq/0/repeat: expected `repeat: expr`, found `until`; a list that ends at a certain record is not supported, unless a field says how many there are: `repeat: expr` and `repeat-expr`
# problem: binary_repeat_until.ksy:12:5: /seq/0/repeat-until: expected the supported subset of Kaitai Struct in a field, found `repeat-until`; leave it out together with `repeat: until`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    repeat: until
    repeat-until: _ == 0
    doc: A field.
