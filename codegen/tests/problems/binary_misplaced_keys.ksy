# problem: binary_misplaced_keys.ksy:23:11: /seq/0/enum: expected `enum` on a number, found `enum` on something else; leave it out
# problem: binary_misplaced_keys.ksy:24:12: /seq/0/valid: expected `valid` on a number, found `valid` on something else; only numbers can be checked: write fixed bytes as `contents`, and leave it out otherwise
# problem: binary_misplaced_keys.ksy:25:15: /seq/0/-default: expected `-default` on a number, found `-default` on something else; leave it out
# problem: binary_misplaced_keys.ksy:26:13: /seq/0/-write: expected `-write` on a number, found `-write` on something else; leave it out
# problem: binary_misplaced_keys.ksy:27:11: /seq/0/size: expected `size` on text or bytes, found `size` on something else; text up to a NUL inside a given number of bytes is not supported: take it as bytes, without `type`
# problem: binary_misplaced_keys.ksy:31:12: /seq/1/-open: expected `-open` on a number with an `enum`, found `-open` on something else; leave it out
# problem: binary_misplaced_keys.ksy:32:15: /seq/1/encoding: expected `encoding` on text, found `encoding` on something else; leave it out
# problem: binary_misplaced_keys.ksy:33:13: /seq/1/-limit: expected `-limit` on a list, text or bytes of varying length, found `-limit` on something else; leave it out
# problem: binary_misplaced_keys.ksy:34:15: /seq/1/-grammar: expected `-grammar` on text, found `-grammar` on something else; leave it out
# problem: binary_misplaced_keys.ksy:34:15: /seq/1/-grammar: expected the `id` of a schema of the dialect `ids`, found `x`; there is none
# problem: binary_misplaced_keys.ksy:35:15: /seq/1/size-eos: expected `size-eos` on bytes, found `size-eos` on something else; the type says how many bytes a number has: leave it out
# problem: binary_misplaced_keys.ksy:40:15: /seq/2/-default: expected `-default` on a number that the caller gives, found `-default` on something else; leave it out
# problem: binary_misplaced_keys.ksy:44:13: /seq/3/-limit: expected `-limit` on a list, text or bytes of varying length, found `-limit` on something else; leave it out
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: label
    type: strz
    encoding: ASCII
    enum: kinds
    valid: 3
    -default: 1
    -write: constant(1)
    size: 3
    doc: A field.
  - id: kind
    type: u1
    -open: true
    encoding: ASCII
    -limit: 4
    -grammar: x
    size-eos: true
    doc: A field.
  - id: amount
    type: u1
    -write: constant(2)
    -default: 2
    doc: A field.
  - id: fixed
    size: 4
    -limit: 9
    doc: A field.
enums:
  kinds:
    1: one
