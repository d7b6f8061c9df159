# problem: binary_no_doc.ksy:12:10: /-options/0/id: expected documentation of `page`, found none; add `doc:` with what it is, its unit, and what an offset counts from
# problem: binary_no_doc.ksy:18:9: /seq/1/id: expected documentation of `kind`, found none; add `doc:` with what it is, its unit, and what an offset counts from
# problem: binary_no_doc.ksy:21:3: /instances/inner: expected documentation of `inner`, found none; add `doc:` with what it is, its unit, and what an offset counts from
# problem: binary_no_doc.ksy:26:3: /types/item: expected documentation of `item`, found none; add `doc:` with what it is, its unit, and what an offset counts from
# problem: binary_no_doc.ksy:28:14: /types/item/seq/0/id: expected documentation of `x`, found none; add `doc:` with what it is, its unit, and what an offset counts from
# problem: binary_no_doc.ksy:8:7: /meta/id: expected documentation of `sample`, found none; add `doc:` with what it is, its unit, and what an offset counts from
meta:
  id: sample
  title: Sample
  endian: le
-options:
  - {id: page, default: 1, min: 1}
seq:
  - id: ofs_inner
    type: u1
    -write: offset(inner)
    doc: A field.
  - id: kind
    type: u1
instances:
  inner:
    pos: ofs_inner
    type: item
    -align: page
types:
  item:
    seq:
      - {id: x, type: u1}
