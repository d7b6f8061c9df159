# problem: binary_contents_and_more.ksy:13:11: /seq/0/size: expected `contents` alone, found `size` beside it; the bytes say everything
# problem: binary_contents_and_more.ksy:14:11: /seq/0/type: expected `contents` alone, found `type` beside it; the bytes say everything
# problem: binary_contents_and_more.ksy:17:15: /seq/1/contents: expected at least one byte, found none; leave the field out
# problem: binary_contents_and_more.ksy:20:19: /seq/2/contents/1: expected a byte from 0 to 255, found the number 256; write one byte
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: magic
    contents: ABC
    size: 3
    type: u1
    doc: A field.
  - id: empty
    contents: []
    doc: A field.
  - id: large
    contents: [1, 256]
    doc: A field.
