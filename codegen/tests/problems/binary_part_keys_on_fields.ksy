# problem: binary_part_keys_on_fields.ksy:16:5: /seq/0/-align: expected a key of a field, found `-align`; a field takes: id, type, contents, size, size-eos, encoding, repeat, repeat-expr, enum, valid, -write, doc, doc-ref, -orig-id, -default, -open, -flags, -limit, -grammar
# problem: binary_part_keys_on_fields.ksy:17:5: /seq/0/-fill: expected a key of a field, found `-fill`; a field takes: id, type, contents, size, size-eos, encoding, repeat, repeat-expr, enum, valid, -write, doc, doc-ref, -orig-id, -default, -open, -flags, -limit, -grammar
# problem: binary_part_keys_on_fields.ksy:18:5: /seq/0/pos: expected a key of a field, found `pos`; a field takes: id, type, contents, size, size-eos, encoding, repeat, repeat-expr, enum, valid, -write, doc, doc-ref, -orig-id, -default, -open, -flags, -limit, -grammar
# problem: binary_part_keys_on_fields.ksy:22:10: /instances/part/pos: expected one field `ofs_…` with `-write: offset(part)` in `pos`, found `3`; what stands at a fixed place is not pointed at: describe it in `seq`
# problem: binary_part_keys_on_fields.ksy:24:5: /instances/part/id: expected a key of an instance, found `id`; did you mean `io`?
# problem: binary_part_keys_on_fields.ksy:25:5: /instances/part/-write: expected a key of an instance, found `-write`; an instance takes: type, size, encoding, repeat, repeat-expr, -align, pos, io, doc, doc-ref, -orig-id, -limit, -grammar, -in, -fill
# problem: binary_part_keys_on_fields.ksy:26:5: /instances/part/enum: expected a key of an instance, found `enum`; an instance takes: type, size, encoding, repeat, repeat-expr, -align, pos, io, doc, doc-ref, -orig-id, -limit, -grammar, -in, -fill
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    -align: 4
    -fill: 0
    pos: 3
    doc: A field.
instances:
  part:
    pos: 3
    size: 3
    id: part
    -write: constant(1)
    enum: x
    doc: Part.
