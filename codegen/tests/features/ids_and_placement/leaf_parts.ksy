# Types that other schemas import. There are no files of this format.
meta:
  id: leaf_parts
  title: Parts of leaflets
doc: What leaflets and others have.
-reader-only: it has no files of its own.
types:
  stamp:
    doc: A stamp.
    seq:
      - id: color
        type: u1
        doc: Its color.
