# problem: reader_only_container.ksy:5:1: /-container: expected a key of a schema, found `-container`; only schemas without `-reader-only` take `-container`: leave one of them out
# problem: reader_only_container.ksy:8:26: /seq/1/-default: expected a key of a field, found `-default`; only schemas without `-reader-only` take `-default`: leave one of them out
meta: {id: sample, title: Sample, endian: le}
-reader-only: Nobody knows where the rest is.
-container: {entries: items, id: x, content: x}
seq:
  - {id: magic, contents: ABC}
  - {id: kind, type: u1, -default: 1}
