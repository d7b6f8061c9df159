# problem: binary_envelope_front_unfit.ksy:10:15: /-envelope/front/of: expected the `id` of a container, found `sample`; there is none
# problem: binary_envelope_front_unfit.ksy:10:49: /-envelope/front/cleared: expected a number of the header, found `magic`; name one: it stands in front of what comes out of decompression too
# problem: binary_envelope_front_unfit.ksy:13:10: /seq/1/id: expected numbers and fixed bytes in front of compressed ones, found something else; what stands in front of the compressed bytes has the same length in every file
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-envelope:
  codecs: [{codec: zlib}]
  data: data
  digest: none
  front: {of: sample, sized: len_file, cleared: magic}
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
  - {id: name, type: strz, encoding: UTF-8, doc: A name.}
  - {id: len_file, type: u4, -write: size(data), doc: How long the data is.}
  - {id: len_all, type: u4, -write: decompressed-size(data), doc: How long what it holds is.}
  - {id: data, size: len_file, doc: The data.}
