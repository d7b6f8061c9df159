# problem: checksum_mistakes.ksy:21:9: /seq/0/id: expected `-write` of `num_parts`, found none; say what the writer computes it from, such as `-write: size(…)`; or `-write: given`
# problem: checksum_mistakes.ksy:26:13: /seq/1/-write: expected a field of the record, found `bodyy`; did you mean `body`?
# problem: checksum_mistakes.ksy:30:13: /seq/2/-write: expected a list, found `body`; name a field that is repeated
# problem: checksum_mistakes.ksy:34:13: /seq/3/-write: expected a record around this one, found none; leave `_parent.` out
# problem: checksum_mistakes.ksy:38:13: /seq/4/-write: expected a number of 4 bytes, found another field; give the field the length of its checksum
# problem: checksum_mistakes.ksy:42:13: /seq/5/-write: expected bytes with `size: 16`, found another field; give the field the length of its checksum
# problem: checksum_mistakes.ksy:46:13: /seq/6/-write: expected a field of the record, found `first`; there are: num_parts, len_body, count_of_body, around, narrow_sum, short_digest, missing_sum, packed_sum, text, word, given, body, later
# problem: checksum_mistakes.ksy:50:13: /seq/7/-write: expected bytes that are there once, found `given`; take them as bytes, without `type`
# problem: checksum_mistakes.ksy:55:13: /seq/8/-write: expected a number of whole bytes, found another field; compute a field that is there once and is `u1` to `u8` or `s1` to `s8`
# problem: checksum_mistakes.ksy:59:13: /seq/9/-write: expected `count(…)`, `size(…)`, `offset(…)`, `constant(…)`, `crc32(…)`, `adler32(…)`, `md5(…)`, `sha256(…)` or `given`, found `length(body)`; write `size(body)`, `count(_parent.parts)`, `offset(table)`, `crc32(first..last)` or `md5(unpacked(body))`
# problem: checksum_mistakes.ksy:63:13: /seq/10/-write: expected `-write: given` on a number whose id begins with `num_`, `len_` or `ofs_`, found `given`; leave it out: the caller gives every other field anyway
# problem: checksum_mistakes.ksy:69:3: /instances/half: expected `value` with `if` and `enum` at most, found `-write` beside it; leave it out: nothing is read where a value is computed
# problem: checksum_mistakes.ksy:76:13: /instances/later/-align: expected `-align` of at least 1 on an instance with `pos`, where files are written, found 0; leave it out, or put it where a writer chooses a place
meta:
  id: checksum_mistakes
  title: Checksum mistakes
  endian: le
-writer: interpreted
doc: What a writer cannot compute.
seq:
  - id: num_parts
    type: u2
    doc: Nothing computes it.
  - id: len_body
    type: u2
    -write: size(bodyy)
    doc: Of a field that is not there.
  - id: count_of_body
    type: u2
    -write: count(body)
    doc: Of what is no list.
  - id: around
    type: u2
    -write: size(_parent.body)
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
    -write: size(body)
    doc: No number.
  - id: word
    type: u4
    -write: length(body)
    doc: Another word.
  - id: given
    type: u1
    -write: given
    doc: Its id says nothing that would be computed.
  - id: body
    size: len_body
    doc: The body.
instances:
  half:
    value: len_body / 2
    -write: constant(1)
    doc: Computed, and written nowhere.
  later:
    pos: num_parts
    size: 4
    -align: 0
    doc: No multiple of nothing.
