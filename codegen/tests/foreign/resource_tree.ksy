meta:
  id: resource_tree
  title: Folders of resources, with offsets in their section
  endian: le
seq:
  - id: magic
    contents: RSRC
  - id: ofs_section
    type: u2
  - id: len_section
    type: u2
instances:
  section:
    pos: ofs_section
    size: len_section
    type: section
types:
  section:
    seq:
      - id: folder
        type: folder
  folder:
    seq:
      - id: num_entries
        type: u2
      - id: entries
        type: entry
        repeat: expr
        repeat-expr: num_entries
  entry:
    seq:
      - id: name_or_id
        type: u4
      - id: ofs_or_folder
        type: u4
    instances:
      has_name:
        value: name_or_id & 0x8000_0000 != 0
      is_folder:
        value: (ofs_or_folder >> 31) == 1
      name:
        pos: name_or_id & 0x7fffffff
        type: text
        if: has_name
      folder:
        pos: ofs_or_folder & 0x7fffffff
        type: folder
        if: is_folder
      leaf:
        pos: ofs_or_folder
        type: leaf
        if: not is_folder
  leaf:
    seq:
      - id: ofs_body
        type: u4
      - id: len_body
        type: u4
    instances:
      body:
        io: _root.section._io
        pos: ofs_body
        size: len_body
  text:
    seq:
      - id: len
        type: u2
      - id: value
        type: str
        size: len * 2
        encoding: UTF-16LE
