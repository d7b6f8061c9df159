# problem: binary_no_room.ksy:11:23: /seq/2/type: expected room for where a part may stand: from -98 to 65, found room for 0 to 255; let the field be wider, or change `valid`
# problem: binary_no_room.ksy:9:26: /seq/0/type: expected room for the length of a file: from 302 to 365, found room for 0 to 255; let the field be wider, or change `valid`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: len_file, type: u1, -write: size(_root), doc: Length of the file.}
  - {id: header, size: 200, doc: Bytes.}
  - {id: ofs_x, type: u1, -write: offset(x), doc: Start of a part.}
instances:
  x: {pos: ofs_x + 300, size: 100, -align: 64, doc: A part.}
