# problem: binary_interpreted_words.ksy:13:11: /meta/endian: expected a byte order, found a switch; write `le` or `be`
# problem: binary_interpreted_words.ksy:17:40: /seq/1/valid/min: expected a whole number from 0 to 2^64 - 1, found `kind + 1`; write it in decimal or as 0x…
# problem: binary_interpreted_words.ksy:18:22: /seq/2/type: expected a type alone, found `item(2)`; not used by typed layouts: let the record hold the numbers that it uses
# problem: binary_interpreted_words.ksy:19:53: /seq/3/type/cases/1: expected a type in `types`, found something else; wrap it in a type of its own
# problem: binary_interpreted_words.ksy:19:60: /seq/3/type/cases/2: expected the supported subset of Kaitai Struct in a type, found `s4`; signed numbers are not supported: `u4` reads the same bytes
# problem: binary_interpreted_words.ksy:19:64: /seq/3/type/cases/kinds::a: expected a whole number from 0 to 2^64 - 1, found `kinds::a`; write the number that the name stands for
# problem: binary_interpreted_words.ksy:20:36: /seq/4/repeat: expected `repeat: expr`, found `until`; a list that ends at a certain record is not supported, unless a field says how many there are: `repeat: expr` and `repeat-expr`
# problem: binary_interpreted_words.ksy:20:43: /seq/4/repeat-until: expected the supported subset of Kaitai Struct in a field, found `repeat-until`; leave it out together with `repeat: until`
# problem: binary_interpreted_words.ksy:21:22: /seq/5/size: expected a sum of at most 32 whole numbers and fields of this record, found something else at character 8 of `kind + 0.5`; typed layouts use `+`, `-` and fields of the same record, no `*`, `_parent` or `_root`: let the record hold the number that is wanted
meta:
  id: sample
  title: Sample
  endian: {switch-on: kind, cases: {1: le}}
doc: A sample.
seq:
  - {id: kind, type: u1, doc: A field.}
  - {id: least, type: u1, valid: {min: kind + 1}, doc: A field.}
  - {id: told, type: item(2), doc: A field.}
  - {id: either, type: {switch-on: kind, cases: {1: u4, 2: s4, 'kinds::a': item}}, doc: A field.}
  - {id: list, type: item, repeat: until, repeat-until: _.x == 0, doc: A field.}
  - {id: half, size: kind + 0.5, doc: A field.}
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
