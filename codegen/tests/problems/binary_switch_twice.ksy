# problem: binary_switch_twice.ksy:14:11: /seq/1/type: expected one `switch-on` for each number, found several on `version`; join them in one type
# problem: binary_switch_twice.ksy:17:11: /seq/2/type: expected one `switch-on` for each number, found several on `version`; join them in one type
# problem: binary_switch_twice.ksy:17:63: /seq/2/type/cases/_: expected a whole number from 0 to 2^64 - 1, found `_`; leave it out: readers refuse numbers that have no case
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: version
    type: u1
    doc: A field.
  - id: body
    type: {switch-on: version, cases: {1: item}}
    doc: A field.
  - id: tail
    type: {switch-on: version, cases: {1: item, 300: item, _: item}}
    doc: A field.
types:
  item:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
