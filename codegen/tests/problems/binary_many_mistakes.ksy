# problem: binary_many_mistakes.ksy:104:26: /types/first/seq/0/size: expected a field of `first`, found `count`; there are: data
# problem: binary_many_mistakes.ksy:108:23: /types/second/seq/0/type: expected the supported subset of Kaitai Struct in a type, found `f4`; floating-point numbers are not supported: `u4` reads the same bytes
# problem: binary_many_mistakes.ksy:115:9: /enums/levels/1/idd: expected a key of an enum value, found `idd`; did you mean `id`?
# problem: binary_many_mistakes.ksy:24:7: /meta/id: expected a title, found none; add `title:` to `meta`
# problem: binary_many_mistakes.ksy:27:40: /-container/contnet: expected a key of `-container`, found `contnet`; did you mean `content`?
# problem: binary_many_mistakes.ksy:29:16: /-options/0/defualt: expected a key of an option, found `defualt`; did you mean `default`?
# problem: binary_many_mistakes.ksy:32:16: /seq/0/contents/0: expected a byte from 0 to 255, found the number 300; write one byte
# problem: binary_many_mistakes.ksy:34:5: /seq/1: expected the key `id` in a field, found no such key; add `id:`
# problem: binary_many_mistakes.ksy:37:11: /seq/2/type: expected the supported subset of Kaitai Struct in a type, found `s4`; signed numbers are not supported: `u4` reads the same bytes
# problem: binary_many_mistakes.ksy:46:11: /seq/4/type: expected a type of this schema, found `itme`; did you mean `item`?
# problem: binary_many_mistakes.ksy:51:5: /seq/5/if: expected the supported subset of Kaitai Struct in a field, found `if`; where a number tells versions apart use `type: {switch-on: …, cases: …}`; fields that are absent otherwise are not supported
# problem: binary_many_mistakes.ksy:54:50: /seq/6/type/cases/two: expected a whole number from 0 to 2^64 - 1, found `two`; write the number before the colon: nothing else chooses a record
# problem: binary_many_mistakes.ksy:58:13: /seq/7/repeat: expected `repeat: expr`, found `eos`; a list that ends with the file is not supported: take its bytes, with `size-eos: true` and without `type`
# problem: binary_many_mistakes.ksy:69:9: /types/item/seq/0/tpye: expected a key of a field, found `tpye`; did you mean `type`?
# problem: binary_many_mistakes.ksy:75:19: /types/item/seq/1/encoding: expected `UTF-8` or `ASCII`, found `UTF-16`; other encodings are not supported
# problem: binary_many_mistakes.ksy:79:15: /types/item/seq/2/size: expected `size` on text or bytes, found `size` on something else; a record with a length of its own is not supported, and without it what follows would be read from another place: take the bytes as they are, without `type`, and describe the record in a schema of its own
# problem: binary_many_mistakes.ksy:79:15: /types/item/seq/2/size: expected a field of `item`, found `len_tail`; did you mean `len_name`?
# problem: binary_many_mistakes.ksy:83:14: /types/item/instances/body/pos: expected a field of `item`, found `ofs_body`; there are: len_name, name, tail
# problem: binary_many_mistakes.ksy:84:15: /types/item/instances/body/size: expected a field of `item`, found `len_tail`; did you mean `len_name`?
# problem: binary_many_mistakes.ksy:88:9: /types/item/instances/twice/value: expected the supported subset of Kaitai Struct in an instance, found `value`; leave the part out: computed values are not stored; where an expression uses it, write what it stands for
# problem: binary_many_mistakes.ksy:94:19: /types/inner/seq/0/size-eos: expected `size-eos` on bytes, found `size-eos` on something else; text that ends with the file is not supported: take it as bytes, without `type` and `encoding`
# problem: binary_many_mistakes.ksy:99:15: /types/inner/seq/1/size: expected `size` on text or bytes, found `size` on something else; the type says how many bytes a number has: leave it out
meta:
  id: sample
  endian: le
doc: A sample with a mistake in nearly every line; none is said of what only follows from another.
-container: {entries: items, id: name, contnet: body}
-options:
  - {id: page, defualt: 4096, doc: Where parts start.}
seq:
  - id: magic
    contents: [300]
    doc: Magic.
  - type: u4
    doc: A field without an id.
  - id: num_items
    type: s4
    -write: count(items)
    doc: Number of items.
  - id: items
    type: item
    repeat: expr
    repeat-expr: num_items
    doc: Items.
  - id: rest
    type: itme
    size: 16
    doc: A record of another length.
  - id: version
    type: u1
    if: num_items > 0
    doc: Version.
  - id: body
    type: {switch-on: version, cases: {1: first, two: second}}
    doc: Body.
  - id: entries
    type: item
    repeat: eos
  - id: level
    type: u1
    enum: levels
    -default: 3
    doc: Level.
types:
  item:
    doc: Item.
    seq:
      - id: len_name
        tpye: u1
        -write: size(name)
        doc: Length of the name.
      - id: name
        type: str
        size: len_name
        encoding: UTF-16
        doc: Name.
      - id: tail
        type: inner
        size: len_tail
        doc: A record cut out of the file.
    instances:
      body:
        pos: ofs_body
        size: len_tail
        -align: page
        doc: Body.
      twice:
        value: len_tail * 2
  inner:
    doc: Inner.
    seq:
      - id: text
        type: str
        size-eos: true
        encoding: ASCII
        doc: Text to the end.
      - id: number
        type: u4
        size: 4
        doc: A number that says its size twice.
  first:
    doc: First.
    seq:
      - {id: data, size: count, doc: Data.}
  second:
    doc: Second.
    seq:
      - {id: x, type: f4, doc: X.}
  never:
    doc: No one uses it, or something unread does.
    seq:
      - {id: x, type: u1, doc: X.}
enums:
  levels:
    1: {idd: low}
    2: high
