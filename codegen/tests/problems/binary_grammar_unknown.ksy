# problem: binary_grammar_unknown.ksy:11:15: /seq/0/-grammar: expected the `id` of a schema of the dialect `ids`, found `target_ids`; there is none
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: name
    type: strz
    encoding: UTF-8
    -grammar: target_ids
    doc: A name.
