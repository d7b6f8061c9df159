# problem: written_and_not.ksy:7:10: /-writer: expected how files are written, found `by hand`; there are: interpreted
# problem: written_and_not.ksy:8:15: /-reader-only: expected `-reader-only` without `-writer`, found both; leave one of them out: a format is written, or it is not
meta:
  id: written_and_not
  title: Written and not
  endian: le
-writer: by hand
-reader-only: Nobody knows the order of its parts.
doc: Both at once.
seq:
  - id: len_body
    type: u2
    -write: size(body)
    doc: How long the body is, in bytes.
  - id: body
    size: len_body
    doc: The body.
