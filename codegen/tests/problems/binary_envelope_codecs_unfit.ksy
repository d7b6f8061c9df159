# problem: binary_envelope_codecs_unfit.ksy:6:20: /-envelope/codecs/0/codec: expected what the streams of this codec begin with, found nothing; only the last codec fits whatever the others do not
# problem: binary_envelope_codecs_unfit.ksy:6:49: /-envelope/codecs/1/begins: expected no `begins` on the last codec, found some; leave it out: bytes that begin with something else must be of some codec
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-envelope:
  codecs: [{codec: zlib}, {codec: zstd, begins: [1]}]
  data: data
  digest: none
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: len_file, type: u4, -write: size(data), doc: How long the data is.}
  - {id: len_all, type: u4, -write: decompressed-size(data), doc: How long what it holds is.}
  - {id: data, size: len_file, doc: The data.}
