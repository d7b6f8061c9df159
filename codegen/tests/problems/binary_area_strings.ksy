# problem: binary_area_strings.ksy:4:31: /-areas/0/strings: expected a kind of string table, found `sorted`; there are: merged
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-areas: [{id: texts, strings: sorted, doc: Texts.}]
seq:
  - {id: ofs_name, type: u4, -write: offset(name), doc: Where the name is.}
instances:
  name: {pos: ofs_name, type: strz, encoding: UTF-8, -limit: 9, -in: texts, doc: The name.}
