# problem: binary_envelope_digest_twice_said.ksy:7:11: /-envelope/digest: expected no digest in a format without one, found `md5` in `sample`; leave one of them out
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-envelope:
  codecs: [{codec: zlib}]
  data: data
  digest: none
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: len_file, type: u4, -write: size(data), doc: How long the data is.}
  - {id: len_all, type: u4, -write: decompressed-size(data), doc: How long what it holds is.}
  - {id: hash, type: u8, -write: md5(data), doc: A digest.}
  - {id: data, size: len_file, doc: The data.}
