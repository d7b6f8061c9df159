meta:
  id: made_flags
  title: Flags with conditional parts
  endian: be
  bit-endian: be
-reader-only: it is read by its table.
doc: Flags that say which parts follow.
seq:
  - id: magic
    contents: [0xfa, FLAG]
    doc: Tells the format.
  - id: has_name
    type: b1
    doc: Whether there is a name.
  - id: has_points
    type: b1
    doc: Whether there are points.
  - id: level
    type: b6
    doc: A level.
  - id: name
    type: strz
    encoding: UTF-8
    if: has_name
    doc: The name.
  - id: num_points
    type: u1
    if: has_points
    doc: How many points there are.
  - id: points
    type: s2
    repeat: expr
    repeat-expr: num_points
    if: has_points
    doc: The points.
  - id: key
    type: u1
    doc: What the secret is exclusive-or'ed with.
  - id: len_secret
    type: u2
    doc: How long the secret is, in bytes.
  - id: secret
    size: len_secret
    process: xor(key)
    doc: Bytes that are not to be read at a glance.
  - id: md5
    size: 16
    -write: md5(unpacked(secret))
    doc: The digest of the secret.
  - id: sha
    size: 32
    -write: sha256(magic..md5)
    doc: The digest of everything before it.
