# problem: binary_area_empty.ksy:4:15: /-areas/0/id: expected an area that some `-in` names, found `texts`, in which nothing stands; leave it out
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-areas: [{id: texts, strings: merged, doc: Texts.}]
seq:
  - {id: number, type: u1, doc: A number.}
