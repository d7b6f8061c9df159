# problem: binary_envelope_codecs_and_method.ksy:6:11: /-envelope/method: expected `method` or `codecs`, found both; name the number that says how the bytes are compressed, or list the codecs that they tell themselves by what they begin with
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-envelope:
  codecs: [{codec: zlib}]
  method: method
  data: data
  digest: none
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: method, type: u1, enum: method, -open: true, -default: 1, doc: How.}
  - {id: len_file, type: u4, -write: size(data), doc: How long the data is.}
  - {id: len_all, type: u4, -write: decompressed-size(data), doc: How long what it holds is.}
  - {id: data, size: len_file, doc: The data.}
enums:
  method: {1: {id: zlib, -codec: zlib}}
