# problem: binary_container_id_pointed_at.ksy:3:34: /-container/id: expected a text field of the entry, found `name`; the entry points at it: move it from `instances` to `seq`
meta: {id: sample, title: Sample, endian: le, encoding: UTF-8}
-container: {entries: items, id: name, content: body}
seq:
  - {id: magic, contents: ABC}
  - {id: num_items, type: u1, -write: count(items)}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq:
      - {id: ofs_name, type: u4, -write: offset(name)}
      - {id: ofs_body, type: u4, -write: offset(body)}
      - {id: len_body, type: u4, -write: size(body)}
    instances:
      name: {pos: ofs_name, type: strz, -limit: 64}
      body: {pos: ofs_body, size: len_body}
