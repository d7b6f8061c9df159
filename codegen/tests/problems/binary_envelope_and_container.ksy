# problem: binary_envelope_and_container.ksy:60:7: /types/entry/instances/content: expected no `instances` in an envelope, found `content`; compressed bytes are the last thing in the file: read it where it stands
# problem: binary_envelope_and_container.ksy:9:35: /-envelope/data: expected `-container` or `-envelope`, found both; describe what is compressed in a schema of its own
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-container: {entries: entries, id: id, content: content}
-envelope: {method: method, data: data}
seq:
  - id: magic
    contents: AB
    doc: The start.
  - id: method
    type: u1
    enum: method
    -open: true
    doc: How it is compressed.
  - id: num_entries
    type: u1
    -write: count(entries)
    doc: A count.
  - id: entries
    type: entry
    repeat: expr
    repeat-expr: num_entries
    doc: Entries.
  - id: len_unpacked
    type: u4
    -write: decompressed-size(data)
    doc: A length.
  - id: hash
    type: u8
    -write: md5(data)
    doc: A hash.
  - id: len_data
    type: u4
    -write: size(data)
    doc: A length.
  - id: data
    size: len_data
    doc: Compressed bytes.
types:
  entry:
    doc: An entry.
    seq:
      - id: ofs_content
        type: u4
        -write: offset(content)
        doc: An offset.
      - id: len_content
        type: u4
        -write: size(content)
        doc: A length.
      - id: id
        type: strz
        encoding: UTF-8
        doc: An ID.
    instances:
      content:
        pos: ofs_content
        size: len_content
        doc: Content.
enums:
  method:
    0: {id: zlib, -codec: zlib}
