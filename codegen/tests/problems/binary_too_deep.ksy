# problem: binary_too_deep.ksy:4:7: /meta/id: expected at most 32 records inside of each other, found 34; join some of them: readers go into each
# problem: binary_too_deep.ksy:4:7: /meta/id: expected at most 4096 records in a file whose lists have one each, found 17179869183; use lists whose length the file says
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - {id: a, type: t0, doc: A.}
  - {id: b, type: t0, doc: B.}
types:
  t0:
    doc: A type.
    seq:
      - {id: a, type: t1, doc: A.}
      - {id: b, type: t1, doc: B.}
  t1:
    doc: A type.
    seq:
      - {id: a, type: t2, doc: A.}
      - {id: b, type: t2, doc: B.}
  t2:
    doc: A type.
    seq:
      - {id: a, type: t3, doc: A.}
      - {id: b, type: t3, doc: B.}
  t3:
    doc: A type.
    seq:
      - {id: a, type: t4, doc: A.}
      - {id: b, type: t4, doc: B.}
  t4:
    doc: A type.
    seq:
      - {id: a, type: t5, doc: A.}
      - {id: b, type: t5, doc: B.}
  t5:
    doc: A type.
    seq:
      - {id: a, type: t6, doc: A.}
      - {id: b, type: t6, doc: B.}
  t6:
    doc: A type.
    seq:
      - {id: a, type: t7, doc: A.}
      - {id: b, type: t7, doc: B.}
  t7:
    doc: A type.
    seq:
      - {id: a, type: t8, doc: A.}
      - {id: b, type: t8, doc: B.}
  t8:
    doc: A type.
    seq:
      - {id: a, type: t9, doc: A.}
      - {id: b, type: t9, doc: B.}
  t9:
    doc: A type.
    seq:
      - {id: a, type: t10, doc: A.}
      - {id: b, type: t10, doc: B.}
  t10:
    doc: A type.
    seq:
      - {id: a, type: t11, doc: A.}
      - {id: b, type: t11, doc: B.}
  t11:
    doc: A type.
    seq:
      - {id: a, type: t12, doc: A.}
      - {id: b, type: t12, doc: B.}
  t12:
    doc: A type.
    seq:
      - {id: a, type: t13, doc: A.}
      - {id: b, type: t13, doc: B.}
  t13:
    doc: A type.
    seq:
      - {id: a, type: t14, doc: A.}
      - {id: b, type: t14, doc: B.}
  t14:
    doc: A type.
    seq:
      - {id: a, type: t15, doc: A.}
      - {id: b, type: t15, doc: B.}
  t15:
    doc: A type.
    seq:
      - {id: a, type: t16, doc: A.}
      - {id: b, type: t16, doc: B.}
  t16:
    doc: A type.
    seq:
      - {id: a, type: t17, doc: A.}
      - {id: b, type: t17, doc: B.}
  t17:
    doc: A type.
    seq:
      - {id: a, type: t18, doc: A.}
      - {id: b, type: t18, doc: B.}
  t18:
    doc: A type.
    seq:
      - {id: a, type: t19, doc: A.}
      - {id: b, type: t19, doc: B.}
  t19:
    doc: A type.
    seq:
      - {id: a, type: t20, doc: A.}
      - {id: b, type: t20, doc: B.}
  t20:
    doc: A type.
    seq:
      - {id: a, type: t21, doc: A.}
      - {id: b, type: t21, doc: B.}
  t21:
    doc: A type.
    seq:
      - {id: a, type: t22, doc: A.}
      - {id: b, type: t22, doc: B.}
  t22:
    doc: A type.
    seq:
      - {id: a, type: t23, doc: A.}
      - {id: b, type: t23, doc: B.}
  t23:
    doc: A type.
    seq:
      - {id: a, type: t24, doc: A.}
      - {id: b, type: t24, doc: B.}
  t24:
    doc: A type.
    seq:
      - {id: a, type: t25, doc: A.}
      - {id: b, type: t25, doc: B.}
  t25:
    doc: A type.
    seq:
      - {id: a, type: t26, doc: A.}
      - {id: b, type: t26, doc: B.}
  t26:
    doc: A type.
    seq:
      - {id: a, type: t27, doc: A.}
      - {id: b, type: t27, doc: B.}
  t27:
    doc: A type.
    seq:
      - {id: a, type: t28, doc: A.}
      - {id: b, type: t28, doc: B.}
  t28:
    doc: A type.
    seq:
      - {id: a, type: t29, doc: A.}
      - {id: b, type: t29, doc: B.}
  t29:
    doc: A type.
    seq:
      - {id: a, type: t30, doc: A.}
      - {id: b, type: t30, doc: B.}
  t30:
    doc: A type.
    seq:
      - {id: a, type: t31, doc: A.}
      - {id: b, type: t31, doc: B.}
  t31:
    doc: A type.
    seq:
      - {id: a, type: t32, doc: A.}
      - {id: b, type: t32, doc: B.}
  t32:
    doc: A type.
    seq:
      - {id: a, type: u1, doc: A.}
