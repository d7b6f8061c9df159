# problem: binary_size_of_record.ksy:15:11: /seq/1/size: expected `size` on text or bytes, found `size` on something else; a record with a length of its own is not supported, and without it what follows would be read from another place: take the bytes as they are, without `type`, and describe the record in a schema of its own
# problem: binary_size_of_record.ksy:19:15: /seq/2/size-eos: expected `size-eos` on bytes, found `size-eos` on something else; a record with a length of its own is not supported, and without it what follows would be read from another place: take the bytes as they are, without `type`, and describe the record in a schema of its own
# problem: binary_size_of_record.ksy:23:11: /seq/3/size: expected one field `len_…` with `-write: size(name)` in `size`, found `total`; add `-write: size(name)` to `total`, and call it `len_…`
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: total
    type: u4
    doc: A length that the writer is not told of.
  - id: thing
    type: thing
    size: 16
    doc: A record cut out of 16 bytes.
  - id: last
    type: thing
    size-eos: true
    doc: The rest of the file as a record.
  - id: name
    type: str
    size: total
    encoding: UTF-8
    doc: Text.
types:
  thing:
    doc: Item.
    seq:
      - {id: x, type: u1, doc: X.}
