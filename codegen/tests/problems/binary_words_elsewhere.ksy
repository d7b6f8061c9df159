# problem: binary_words_elsewhere.ksy:10:125: /enums/kind/4/-releases: expected `-word`, `-releases`, `-suffix` or `-begins` on values of a number of the entries whose `id` is made, found one on another; leave it out
# problem: binary_words_elsewhere.ksy:10:30: /enums/kind/1/-word: expected `-word`, `-releases`, `-suffix` or `-begins` on values of a number of the entries whose `id` is made, found one on another; leave it out
# problem: binary_words_elsewhere.ksy:10:61: /enums/kind/2/-suffix: expected `-word`, `-releases`, `-suffix` or `-begins` on values of a number of the entries whose `id` is made, found one on another; leave it out
# problem: binary_words_elsewhere.ksy:10:91: /enums/kind/3/-begins: expected `-word`, `-releases`, `-suffix` or `-begins` on values of a number of the entries whose `id` is made, found one on another; leave it out
meta: {id: sample, title: Sample, endian: le}
doc: A sample.
seq:
  - {id: kind, type: u1, enum: kind, doc: Of which kind it is.}
enums:
  kind: {1: {id: hip, -word: HIP}, 2: {id: object, -suffix: o}, 3: {id: bitcode, -begins: [0x42]}, 4: {id: cuda, -releases: ['16']}}
