# problem: binary_container_mistakes.ksy:4:7: /meta/id: expected fixed bytes at the start of a container, found something else; add a first field with `contents`: it tells the format from others
# problem: binary_container_mistakes.ksy:8:23: /-container/entries: expected a list of records at the top level, or of every record of its switch, found `kind`; name a part that fits
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-container: {entries: kind, id: name, content: data}
seq:
  - id: kind
    type: u1
    doc: What it is.
