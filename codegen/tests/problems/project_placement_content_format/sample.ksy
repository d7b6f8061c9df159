meta: {id: sample, title: Sample, endian: le}
doc: A sample.
seq:
  - {id: magic, contents: SAMPLE, doc: Marks the start.}
