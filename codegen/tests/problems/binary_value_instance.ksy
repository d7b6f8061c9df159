# problem: binary_value_instance.ksy:13:5: /instances/twice/value: expected the supported subset of Kaitai Struct in an instance, found `value`; leave the part out: computed values are not stored; where an expression uses it, write what it stands for
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    doc: What it is.
instances:
  twice:
    value: kind * 2
    doc: Twice.
