# problem: binary_container_padding.ksy:5:7: /meta/id: expected fixed bytes at the start of a container, found something else; add a first field with `contents`: it tells the format from others
# problem: binary_container_padding.ksy:9:23: /-container/entries: expected a list of records at the top level, or of every record of its switch, found `kind`; name a part that fits
# problem: binary_container_padding.ksy:9:63: /-container/padding: expected a byte from 0 to 255, found the number 256; write one byte
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
-container: {entries: kind, id: name, content: data, padding: 256}
seq:
  - id: kind
    type: u1
    doc: What it is.
