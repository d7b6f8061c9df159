# problem: binary_file_size.ksy:10:38: /types/inner/seq/0/id: expected `-write: size(_root)` in `seq` at the top level, found `len_all`; readers must know where a file ends before they look into it
# problem: binary_file_size.ksy:7:10: /seq/1/id: expected one field with `-write: size(_root)`, found another; one number says how long the file is: where another has the same, readers could not tell which is right
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
seq:
  - {id: len_file, type: u4, -write: size(_root), doc: How long the file is.}
  - {id: len_again, type: u4, -write: size(_root), doc: The same again.}
  - {id: inner, type: inner, doc: A record.}
types:
  inner: {doc: A record., seq: [{id: len_all, type: u4, -write: size(_root), doc: How long the file is.}]}
