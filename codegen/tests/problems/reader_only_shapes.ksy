# problem: reader_only_shapes.ksy:20:3: /meta/ks-opaque-types: expected the supported subset of Kaitai Struct in meta, found `ks-opaque-types`; types that are written by hand are not known here: describe them, or take their bytes
# problem: reader_only_shapes.ksy:25:11: /seq/0/type: expected a byte order, found none; add `endian: le` or `endian: be` to `meta`, or to the type: `u4le`
# problem: reader_only_shapes.ksy:27:9: /seq/1/id: expected the encoding of text, found none; add `encoding:` to it or to `meta`, such as UTF-8 or ASCII
# problem: reader_only_shapes.ksy:34:15: /seq/2/encoding: expected `UTF-8`, `ASCII`, `UTF-16LE`, `UTF-16BE`, `ISO-8859-1`, `windows-1251`, `windows-1252` or `IBM437`, found `Big5`; other encodings are not supported: take the text as bytes, without `type`
# problem: reader_only_shapes.ksy:36:9: /seq/3/id: expected the size of text or bytes, found none; add `size:` with a number or an expression, `size-eos: true`, `terminator:`, or `type:`
# problem: reader_only_shapes.ksy:40:14: /seq/4/process: expected `zlib`, `xor(…)`, `rol(…)` or `ror(…)`, found `my_cipher(1)`; bytes that are unpacked otherwise are not looked into: take them as they are, without `type`
# problem: reader_only_shapes.ksy:43:11: /seq/5/type: expected a number of 1 to 64 bits, found `b65`; join several numbers of at most 64 bits
# problem: reader_only_shapes.ksy:47:18: /seq/6/repeat-expr: expected `repeat-expr` beside `repeat: expr`, found `repeat-expr` alone; add `repeat: expr`
# problem: reader_only_shapes.ksy:51:13: /seq/7/repeat: expected `repeat: expr` with `repeat-expr`, `repeat: until` with `repeat-until`, or `repeat: eos`, found `until`; say how many there are in one way
# problem: reader_only_shapes.ksy:55:5: /seq/8/parent: expected the supported subset of Kaitai Struct in a field, found `parent`; let the record be read where it belongs, or tell it what it needs as `params`
# problem: reader_only_shapes.ksy:58:11: /seq/9/size: expected a number, a text, a name or `(`, found the end of the expression at character 4 of `2 +`; expressions are those of Kaitai Struct, without `f"…"`
# problem: reader_only_shapes.ksy:61:15: /seq/10/contents: expected at least one byte, found none; leave the field out
# problem: reader_only_shapes.ksy:63:9: /seq/11/id: expected an id of this record that is not taken, found `a` again; the other one is in line 24
# problem: reader_only_shapes.ksy:67:9: /seq/12/if: expected an expression that is true or false, found a whole number: `4`; write an expression whose value is that
# problem: reader_only_shapes.ksy:70:5: /seq/13/sise: expected a key of a field, found `sise`; did you mean `size`?
# problem: reader_only_shapes.ksy:74:3: /instances/n: expected `value` with `if` and `enum` at most, found `pos or io` beside it; leave it out: nothing is read where a value is computed
meta:
  id: sample
  title: Sample
  ks-opaque-types: true
doc: A sample.
-reader-only: it is a test.
seq:
  - id: a
    type: u2
    doc: A number without a byte order.
  - id: b
    type: str
    size: 4
    doc: Text without an encoding.
  - id: c
    type: str
    size: 4
    encoding: Big5
    doc: Text in an encoding that is not known.
  - id: d
    doc: Bytes without a size.
  - id: e
    size: 4
    process: my_cipher(1)
    doc: Bytes that are unpacked somehow.
  - id: f
    type: b65
    doc: Too many bits.
  - id: g
    type: u1
    repeat-expr: 4
    doc: A list that does not say so.
  - id: h
    type: u1
    repeat: until
    doc: A list without an end.
  - id: i
    type: u1
    parent: _root
    doc: Another parent.
  - id: j
    size: 2 +
    doc: No expression.
  - id: k
    contents: []
    doc: Nothing.
  - id: a
    size: 1
  - id: l
    type: u1
    if: 4
    doc: A condition that is a number.
  - id: m
    sise: 4
    size: 1
    doc: A key that is misspelt.
instances:
  n:
    value: 1
    pos: 2
    doc: Computed, and elsewhere.
