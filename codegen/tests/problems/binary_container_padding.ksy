# problem: binary_container_padding.ksy:7:63: /-container/padding: expected a byte from 0 to 255, found the number 256; write one byte
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
