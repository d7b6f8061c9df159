# problem: binary_kaitai_keys.ksy:16:5: /seq/0/if: expected the supported subset of Kaitai Struct in a field, found `if`; where a number tells versions apart use `type: {switch-on: …, cases: …}`; fields that are absent otherwise are not supported
# problem: binary_kaitai_keys.ksy:17:5: /seq/0/process: expected the supported subset of Kaitai Struct in a field, found `process`; name compressed bytes in `-envelope`; what else is done with bytes is not layout
# problem: binary_kaitai_keys.ksy:22:5: /seq/1/terminator: expected the supported subset of Kaitai Struct in a field, found `terminator`; text that ends in a NUL is `type: strz`; other ends are not supported, only text whose size is given
# problem: binary_kaitai_keys.ksy:23:5: /seq/1/pad-right: expected the supported subset of Kaitai Struct in a field, found `pad-right`; take the bytes with their padding, without `type`
# problem: binary_kaitai_keys.ksy:24:5: /seq/1/consume: expected the supported subset of Kaitai Struct in a field, found `consume`; text that ends in a NUL is `type: strz`; other ends are not supported, only text whose size is given
# problem: binary_kaitai_keys.ksy:25:5: /seq/1/include: expected the supported subset of Kaitai Struct in a field, found `include`; text that ends in a NUL is `type: strz`; other ends are not supported, only text whose size is given
# problem: binary_kaitai_keys.ksy:26:5: /seq/1/eos-error: expected the supported subset of Kaitai Struct in a field, found `eos-error`; text that ends in a NUL is `type: strz`; other ends are not supported, only text whose size is given
meta:
  id: sample
  title: Sample
  endian: le
doc: A sample.
seq:
  - id: kind
    type: u1
    if: 1
    process: zlib
    doc: A field.
  - id: name
    type: strz
    encoding: ASCII
    terminator: 0
    pad-right: 0
    consume: true
    include: false
    eos-error: false
    doc: A field.
