# problem: binary_envelope_data_missing.ksy:7:35: /-envelope/data: expected the last field of `seq` at the top level, or of every version at its end, found `data`; compressed bytes are the last thing in the file
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
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
  - id: other
    size-eos: true
    doc: Other bytes.
enums:
  method:
    0: {id: zlib, -codec: zlib}
