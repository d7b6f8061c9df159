# problem: checksum_mistakes.ksy:22:13: /seq/0/-write: expected `crc32(…)`, `adler32(…)`, `md5(…)` or `sha256(…)`, found `size(body)`; write `crc32(first..last)` or `md5(unpacked(body))`; leave out what is no checksum: nothing is written
# problem: checksum_mistakes.ksy:26:13: /seq/1/-write: expected a field of the record, found `bodyy`; did you mean `body`?
# problem: checksum_mistakes.ksy:30:13: /seq/2/-write: expected a record around this one, found none; leave `_parent.` out
# problem: checksum_mistakes.ksy:34:13: /seq/3/-write: expected a number of 4 bytes, found another field; give the field the length of its checksum
# problem: checksum_mistakes.ksy:38:13: /seq/4/-write: expected bytes with `size: 16`, found another field; give the field the length of its checksum
# problem: checksum_mistakes.ksy:42:13: /seq/5/-write: expected a field of the record, found `first`; there are: len_body, misspelt, around, narrow_sum, short_digest, missing_sum, packed_sum, text, word, sums, given, body, later
# problem: checksum_mistakes.ksy:46:13: /seq/6/-write: expected bytes that are there once, found `given`; take them as bytes, without `type`
# problem: checksum_mistakes.ksy:51:13: /seq/7/-write: expected a number of 4 bytes, found another field; give the field the length of its checksum
# problem: checksum_mistakes.ksy:55:13: /seq/8/-write: expected `crc32(…)`, `adler32(…)`, `md5(…)` or `sha256(…)`, found `length(body)`; write `crc32(first..last)` or `md5(unpacked(body))`; leave out what is no checksum: nothing is written
# problem: checksum_mistakes.ksy:61:13: /seq/9/-write: expected a field that is there once, found a list; give each item a type of its own
# problem: checksum_mistakes.ksy:70:3: /instances/half: expected `value` with `if` and `enum` at most, found `-write` beside it; leave it out: nothing is read where a value is computed
# problem: checksum_mistakes.ksy:77:5: /instances/later/-align: expected a key of an instance, found `-align`; only schemas without `-reader-only` take `-align`: leave one of them out
meta:
  id: checksum_mistakes
  title: Checksum mistakes
  endian: le
-reader-only: it is a test.
doc: What no checksum can be.
seq:
  - id: len_body
    type: u2
    -write: size(body)
    doc: A number that a writer would compute.
  - id: misspelt
    type: u4
    -write: crc32(bodyy)
    doc: Of a field that is not there.
  - id: around
    type: u4
    -write: crc32(_parent.body)
    doc: Of what is around the file.
  - id: narrow_sum
    type: u2
    -write: crc32(len_body..body)
    doc: A checksum without the room that it needs.
  - id: short_digest
    size: 8
    -write: md5(body)
    doc: A digest without the room that it needs.
  - id: missing_sum
    type: u4
    -write: crc32(first..body)
    doc: Of what is not there.
  - id: packed_sum
    type: u4
    -write: crc32(unpacked(given))
    doc: Of what is not bytes.
  - id: text
    type: strz
    encoding: ASCII
    -write: crc32(body)
    doc: No number.
  - id: word
    type: u4
    -write: length(body)
    doc: Another word.
  - id: sums
    type: u4
    repeat: expr
    repeat-expr: 2
    -write: crc32(body)
    doc: A list.
  - id: given
    type: u1
    doc: No bytes.
  - id: body
    size: len_body
    doc: The body.
instances:
  half:
    value: len_body / 2
    -write: crc32(body)
    doc: Computed, and not there.
  later:
    pos: len_body
    size: 4
    -align: 8
    doc: Where a writer would place it.
