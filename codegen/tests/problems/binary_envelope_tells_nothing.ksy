# problem: binary_envelope_tells_nothing.ksy:5:9: /-envelope/data: expected `method` or `codecs`, found neither; name the number that says how the bytes are compressed, or list the codecs that they tell themselves by what they begin with
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-envelope:
  data: data
  digest: none
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: len_file, type: u4, -write: size(data), doc: How long the data is.}
  - {id: len_all, type: u4, -write: decompressed-size(data), doc: How long what it holds is.}
  - {id: data, size: len_file, doc: The data.}
