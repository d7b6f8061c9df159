# problem: binary_areas.ksy:14:10: /-areas/2/id: expected an id of an area that is not taken, found `things` again; the other one is in line 13
# problem: binary_areas.ksy:15:10: /-areas/3/id: expected a name of small letters, digits and `_` that begins with a letter, found `Empty`; write it in snake case: it becomes a name in Rust
# problem: binary_areas.ksy:15:10: /-areas/3/id: expected an area that some `-in` names, found `Empty`, in which nothing stands; leave it out
# problem: binary_areas.ksy:16:13: /-align-end: expected an alignment of at least 1, found 0; 1 means no alignment: leave it out
# problem: binary_areas.ksy:24:85: /instances/name/-align: expected no `-align` in a string table, found one; texts of a string table follow each other: leave it out
# problem: binary_areas.ksy:25:46: /instances/data/-in: expected text in `texts`, which is a string table, found something else; let other parts stand in an area of their own, or in none
# problem: binary_areas.ksy:26:45: /instances/inner/-in: expected text or bytes in an area, found a record; leave it out: records stand before all areas, and what they point at may stand in one
# problem: binary_areas.ksy:27:72: /instances/other/-in: expected an area of this schema, found `thing`; did you mean `things`?
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
-areas:
  - {id: texts, strings: merged, doc: Texts.}
  - {id: things, doc: Things.}
  - {id: things, doc: The same again.}
  - {id: Empty}
-align-end: 0
seq:
  - {id: ofs_name, type: u4, -write: offset(name), doc: Where the name is.}
  - {id: ofs_data, type: u4, -write: offset(data), doc: Where the data is.}
  - {id: len_data, type: u4, -write: size(data), doc: How long the data is.}
  - {id: ofs_inner, type: u4, -write: offset(inner), doc: Where the record is.}
  - {id: ofs_other, type: u4, -write: offset(other), doc: Where the other text is.}
instances:
  name: {pos: ofs_name, type: strz, encoding: UTF-8, -limit: 9, -in: texts, -align: 4, doc: The name.}
  data: {pos: ofs_data, size: len_data, -in: texts, doc: The data.}
  inner: {pos: ofs_inner, type: inner, -in: things, doc: A record.}
  other: {pos: ofs_other, type: strz, encoding: UTF-8, -limit: 9, -in: thing, doc: The other text.}
types:
  inner: {doc: A record., seq: [{id: number, type: u1, doc: A number.}]}
