# ELF files: programs, libraries and objects of hosts, and code objects of GPUs; 32 and 64 bits, both byte orders.
meta:
  id: elf
  title: ELF file
  file-extension: [o, so, hsaco]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  encoding: UTF-8
doc: |
  An object file, a library, a program, or a code object of a GPU. The header says where two tables are: that of segments, which loaders read, and
  that of sections, which linkers read. Sections hold everything else: code, symbols, notes, and device code in its containers. Of long
  tables the first records are shown, and how many there are.
doc-ref: System V Application Binary Interface, chapter "Object Files"
-reader-only: the order of the sections, and where they are, is decided by linkers; nothing in a file says it.
seq:
  - id: magic
    contents: [0x7f, ELF]
    doc: Marks an ELF file.
    doc-ref: System V Application Binary Interface, section "ELF Identification", EI_MAG0 to EI_MAG3
  - id: width
    type: u1
    enum: width
    valid: {in-enum: true}
    doc: Whether addresses have 32 or 64 bits.
    doc-ref: System V Application Binary Interface, section "ELF Identification", EI_CLASS
  - id: order
    type: u1
    enum: order
    valid: {in-enum: true}
    doc: Byte order of numbers.
    doc-ref: System V Application Binary Interface, section "ELF Identification", EI_DATA
  - id: ident_version
    type: u1
    doc: Version of the identification, which is 1.
    doc-ref: System V Application Binary Interface, section "ELF Identification", EI_VERSION
  - id: abi
    type: u1
    enum: abi
    doc: Which operating system or runtime gives numbers their meaning.
    doc-ref: System V Application Binary Interface, section "ELF Identification", EI_OSABI
  - id: abi_version
    type: u1
    doc: Version of that; of code objects for AMD GPUs, two less than that of the code object.
    doc-ref: System V Application Binary Interface, section "ELF Identification", EI_ABIVERSION
  - id: padding
    size: 7
    doc: Nothing.
    doc-ref: System V Application Binary Interface, section "ELF Identification", EI_PAD
  - id: header
    type: header
    doc: The rest of the header.
instances:
  segments:
    pos: header.ofs_segments
    size: header.len_segment
    type:
      switch-on: width
      cases: {'width::b32': segment_32, 'width::b64': segment_64}
    repeat: expr
    repeat-expr: 'header.segment_count < 4096 ? header.segment_count : 4096'
    if: header.ofs_segments != 0
    doc: What loaders map into memory, and what they are told beside it.
    doc-ref: System V Application Binary Interface, section "Program Header"
    -orig-id: e_phoff
  sections:
    pos: header.ofs_sections
    size: header.len_section
    type: section
    repeat: expr
    repeat-expr: 'header.section_count < 16384 ? header.section_count : 16384'
    if: header.ofs_sections != 0
    doc: The sections. The first is none.
    doc-ref: System V Application Binary Interface, section "Sections"
    -orig-id: e_shoff
types:
  header:
    meta: &order
      endian:
        switch-on: _root.order
        cases: {'order::little': le, 'order::big': be}
    doc: The header behind the identification.
    doc-ref: System V Application Binary Interface, section "ELF Header"
    seq:
      - id: type
        type: u2
        enum: type
        doc: What the file is.
        -orig-id: e_type
      - id: machine
        type: u2
        enum: machine
        doc: The architecture that it is for.
        -orig-id: e_machine
      - id: version
        type: u4
        doc: Version of the format, which is 1.
        -orig-id: e_version
      - id: entry
        type: &address
          switch-on: _root.width
          cases: {'width::b32': u4, 'width::b64': u8}
        doc: Address at which the program starts; 0 if it has none.
        -orig-id: e_entry
      - id: ofs_segments
        type: *address
        doc: Where the table of segments is, in bytes from the start of the file; 0 if there is none.
        -orig-id: e_phoff
      - id: ofs_sections
        type: *address
        doc: Where the table of sections is, in bytes from the start of the file; 0 if there is none.
        -orig-id: e_shoff
      - id: flags
        type: u4
        doc: What the architecture gives its meaning; of AMD GPUs, the processor and its features.
        -orig-id: e_flags
      - id: len_header
        type: u2
        doc: Length of the header with the identification, in bytes.
        -orig-id: e_ehsize
      - id: len_segment
        type: u2
        doc: Length of a record of the table of segments, in bytes.
        -orig-id: e_phentsize
      - id: num_segments
        type: u2
        doc: Number of segments; 65,535 if the first section says it.
        -orig-id: e_phnum
      - id: len_section
        type: u2
        doc: Length of a record of the table of sections, in bytes.
        -orig-id: e_shentsize
      - id: num_sections
        type: u2
        doc: Number of sections; 0 beside a table of sections if the first of them says it.
        -orig-id: e_shnum
      - id: names
        type: u2
        doc: Number of the section with the names of sections; 0 if there is none, and 65,535 if the first section says it.
        -orig-id: e_shstrndx
    instances:
      more_sections:
        pos: 'ofs_sections + (_root.width == width::b64 ? 32 : 20)'
        type: *address
        if: num_sections == 0 and ofs_sections != 0
        doc: Number of sections where it does not fit into the header, as the length of the first section.
        -orig-id: sh_size
      more_names:
        pos: 'ofs_sections + (_root.width == width::b64 ? 40 : 24)'
        type: u4
        if: names == 0xffff and ofs_sections != 0
        doc: Number of the section with the names where it does not fit into the header, as what the first section is linked to.
        -orig-id: sh_link
      more_segments:
        pos: 'ofs_sections + (_root.width == width::b64 ? 44 : 28)'
        type: u4
        if: num_segments == 0xffff and ofs_sections != 0
        doc: Number of segments where it does not fit into the header, as what else the first section says.
        -orig-id: sh_info
      section_count:
        value: 'num_sections == 0 and ofs_sections != 0 ? more_sections : num_sections'
        doc: Number of sections; the first 16,384 of them are shown.
      segment_count:
        value: 'num_segments == 0xffff and ofs_sections != 0 ? more_segments : num_segments'
        doc: Number of segments; the first 4,096 of them are shown.
      name_section:
        value: 'names == 0xffff and ofs_sections != 0 ? more_names : names'
        doc: Number of the section with the names of sections.
      ofs_names:
        pos: 'ofs_sections + len_section * name_section + (_root.width == width::b64 ? 24 : 16)'
        type: *address
        if: name_section != 0 and ofs_sections != 0
        doc: Where that section is, in bytes from the start of the file.
        -orig-id: sh_offset
  segment_64:
    meta: *order
    doc: A segment of a file with 64 bits.
    doc-ref: System V Application Binary Interface, section "Program Header"
    seq:
      - id: type
        type: u4
        enum: segment_type
        doc: What the segment is.
        -orig-id: p_type
      - id: flags
        type: u4
        enum: segment_flags
        doc: What may be done with its memory.
        -orig-id: p_flags
      - id: ofs_content
        type: u8
        doc: First byte of it, from the start of the file.
        -orig-id: p_offset
      - id: address
        type: u8
        doc: Where it is in memory.
        -orig-id: p_vaddr
      - id: physical_address
        type: u8
        doc: Where it is in physical memory, where that matters.
        -orig-id: p_paddr
      - id: len_content
        type: u8
        doc: Length of it in the file, in bytes.
        -orig-id: p_filesz
      - id: len_memory
        type: u8
        doc: Length of it in memory, in bytes; what the file lacks is zero there.
        -orig-id: p_memsz
      - id: alignment
        type: u8
        doc: Address and offset are the same beyond multiples of this.
        -orig-id: p_align
    instances: &segment
      interpreter:
        io: _root._io
        pos: ofs_content
        size: len_content
        type: strz
        if: type == segment_type::interpreter and len_content != 0
        doc: The program that loads this one.
        doc-ref: System V Application Binary Interface, section "Program Interpreter"
      notes:
        io: _root._io
        pos: ofs_content
        size: len_content
        type: 'notes(alignment == 8 ? 8 : 4)'
        if: type == segment_type::note and len_content != 0 and _root.header.ofs_sections == 0
        doc: The notes in it, where no sections show them.
        doc-ref: System V Application Binary Interface, section "Note Section"
  segment_32:
    meta: *order
    doc: A segment of a file with 32 bits.
    doc-ref: System V Application Binary Interface, section "Program Header"
    seq:
      - id: type
        type: u4
        enum: segment_type
        doc: What the segment is.
        -orig-id: p_type
      - id: ofs_content
        type: u4
        doc: First byte of it, from the start of the file.
        -orig-id: p_offset
      - id: address
        type: u4
        doc: Where it is in memory.
        -orig-id: p_vaddr
      - id: physical_address
        type: u4
        doc: Where it is in physical memory, where that matters.
        -orig-id: p_paddr
      - id: len_content
        type: u4
        doc: Length of it in the file, in bytes.
        -orig-id: p_filesz
      - id: len_memory
        type: u4
        doc: Length of it in memory, in bytes; what the file lacks is zero there.
        -orig-id: p_memsz
      - id: flags
        type: u4
        enum: segment_flags
        doc: What may be done with its memory.
        -orig-id: p_flags
      - id: alignment
        type: u4
        doc: Address and offset are the same beyond multiples of this.
        -orig-id: p_align
    instances: *segment
  section:
    meta: *order
    doc: A section.
    doc-ref: System V Application Binary Interface, section "Section Header"
    seq:
      - id: ofs_name
        type: u4
        doc: Where its name is, in bytes from the start of the section with the names.
        -orig-id: sh_name
      - id: type
        type: u4
        enum: section_type
        doc: What it holds.
        -orig-id: sh_type
      - id: flags
        type: *address
        doc: "Bits: 1 may be written, 2 has memory when the program runs, 4 is code, and others."
        -orig-id: sh_flags
      - id: address
        type: *address
        doc: Where it is in memory; 0 if it is not there.
        -orig-id: sh_addr
      - id: ofs_content
        type: *address
        doc: First byte of it, from the start of the file.
        -orig-id: sh_offset
      - id: len_content
        type: *address
        doc: Length of it in bytes; without bits of its own, that of its memory.
        -orig-id: sh_size
      - id: link
        type: u4
        doc: Number of the section that belongs to it, such as the one with its names.
        -orig-id: sh_link
      - id: info
        type: u4
        doc: What else there is to say of sections of its type.
        -orig-id: sh_info
      - id: alignment
        type: *address
        doc: Its address is a multiple of this.
        -orig-id: sh_addralign
      - id: len_record
        type: *address
        doc: Length of each of its records in bytes; 0 if it has none of one length.
        -orig-id: sh_entsize
    instances:
      name:
        io: _root._io
        pos: _root.header.ofs_names + ofs_name
        type: strz
        if: _root.header.name_section != 0
        doc: Its name.
        doc-ref: System V Application Binary Interface, section "String Table"
      ofs_texts:
        io: _root._io
        pos: '_root.header.ofs_sections + _root.header.len_section * link + (_root.width == width::b64 ? 24 : 16)'
        type: *address
        if: link != 0 and len_content != 0 and (type == section_type::symbols or type == section_type::dynamic_symbols or type == section_type::dynamic)
        doc: Where the section with its texts is, in bytes from the start of the file.
        -orig-id: sh_offset
      content:
        io: _root._io
        pos: ofs_content
        size: len_content
        type:
          switch-on: type
          cases:
            'section_type::symbols': symbols
            'section_type::dynamic_symbols': symbols
            'section_type::dynamic': dynamic_entries
            'section_type::relocations': relocations(false)
            'section_type::relocations_with_addends': relocations(true)
            'section_type::note': 'notes(alignment == 8 ? 8 : 4)'
        if: type != section_type::none and type != section_type::no_bits and len_content != 0
        doc: What is in it.
  symbols:
    meta: *order
    doc: A table of symbols.
    doc-ref: System V Application Binary Interface, section "Symbol Table"
    seq:
      - id: symbols
        type:
          switch-on: _root.width
          cases: {'width::b32': symbol_32, 'width::b64': symbol_64}
        repeat: expr
        repeat-expr: 'count < 4096 ? count : 4096'
        doc: The symbols. The first is none.
    instances:
      count:
        value: '_io.size / (_root.width == width::b64 ? 24 : 16)'
        doc: Number of symbols; the first 4,096 of them are shown.
  symbol_64:
    meta: *order
    doc: A symbol of a file with 64 bits.
    doc-ref: System V Application Binary Interface, section "Symbol Table"
    seq:
      - id: ofs_name
        type: u4
        doc: Where its name is, in bytes from the start of the section with the names of symbols.
        -orig-id: st_name
      - id: binding
        type: b4
        enum: symbol_binding
        doc: Who sees it.
        -orig-id: st_info
      - id: type
        type: b4
        enum: symbol_type
        doc: What it is of.
        -orig-id: st_info
      - id: visibility
        type: u1
        doc: "Who sees it outside of the linked file: 0 everyone, 2 no one, 3 everyone, but it stays what it is."
        -orig-id: st_other
      - id: section
        type: u2
        doc: Number of its section; 0 if it is elsewhere, and 65,521 if its value is no address.
        -orig-id: st_shndx
      - id: address
        type: u8
        doc: Its address; in an object, from the start of its section.
        -orig-id: st_value
      - id: len_content
        type: u8
        doc: Length of what it names, in bytes; 0 if that is not known.
        -orig-id: st_size
    instances: &symbol
      name:
        io: _root._io
        pos: _parent._parent.as<section>.ofs_texts + ofs_name
        type: strz
        if: ofs_name != 0 and _parent._parent.as<section>.link != 0
        doc: Its name.
  symbol_32:
    meta: *order
    doc: A symbol of a file with 32 bits.
    doc-ref: System V Application Binary Interface, section "Symbol Table"
    seq:
      - id: ofs_name
        type: u4
        doc: Where its name is, in bytes from the start of the section with the names of symbols.
        -orig-id: st_name
      - id: address
        type: u4
        doc: Its address; in an object, from the start of its section.
        -orig-id: st_value
      - id: len_content
        type: u4
        doc: Length of what it names, in bytes; 0 if that is not known.
        -orig-id: st_size
      - id: binding
        type: b4
        enum: symbol_binding
        doc: Who sees it.
        -orig-id: st_info
      - id: type
        type: b4
        enum: symbol_type
        doc: What it is of.
        -orig-id: st_info
      - id: visibility
        type: u1
        doc: "Who sees it outside of the linked file: 0 everyone, 2 no one, 3 everyone, but it stays what it is."
        -orig-id: st_other
      - id: section
        type: u2
        doc: Number of its section; 0 if it is elsewhere, and 65,521 if its value is no address.
        -orig-id: st_shndx
    instances: *symbol
  relocations:
    meta: *order
    doc: Places where a linker or loader fills in an address.
    doc-ref: System V Application Binary Interface, section "Relocation"
    params:
      - {id: has_addends, type: bool, doc: Whether each says what is added; otherwise that is at the place itself.}
    seq:
      - id: relocations
        type:
          switch-on: _root.width
          cases: {'width::b32': relocation_32(has_addends), 'width::b64': relocation_64(has_addends)}
        repeat: expr
        repeat-expr: 'count < 4096 ? count : 4096'
        doc: The relocations.
    instances:
      count:
        value: '_io.size / (_root.width == width::b64 ? 8 : 4) / (has_addends ? 3 : 2)'
        doc: Number of relocations; the first 4,096 of them are shown.
  relocation_64:
    meta: *order
    doc: A relocation of a file with 64 bits.
    doc-ref: System V Application Binary Interface, section "Relocation"
    params:
      - {id: has_addend, type: bool, doc: Whether it says what is added.}
    seq:
      - id: address
        type: u8
        doc: Address of the place; in an object, from the start of the section that the table is for.
        -orig-id: r_offset
      - id: info
        type: u8
        doc: The number of a symbol above 32 bits with a type.
        -orig-id: r_info
      - id: addend
        type: s8
        if: has_addend
        doc: What is added to the address of the symbol.
        -orig-id: r_addend
    instances:
      symbol:
        value: info >> 32
        doc: Number of the symbol; 0 if it is of none.
      type:
        value: info & 0xffffffff
        doc: What is filled in, by a number of the architecture.
  relocation_32:
    meta: *order
    doc: A relocation of a file with 32 bits.
    doc-ref: System V Application Binary Interface, section "Relocation"
    params:
      - {id: has_addend, type: bool, doc: Whether it says what is added.}
    seq:
      - id: address
        type: u4
        doc: Address of the place; in an object, from the start of the section that the table is for.
        -orig-id: r_offset
      - id: info
        type: u4
        doc: The number of a symbol above 8 bits with a type.
        -orig-id: r_info
      - id: addend
        type: s4
        if: has_addend
        doc: What is added to the address of the symbol.
        -orig-id: r_addend
    instances:
      symbol:
        value: info >> 8
        doc: Number of the symbol; 0 if it is of none.
      type:
        value: info & 0xff
        doc: What is filled in, by a number of the architecture.
  dynamic_entries:
    meta: *order
    doc: What the dynamic linker is told.
    doc-ref: System V Application Binary Interface, section "Dynamic Section"
    seq:
      - id: entries
        type: dynamic_entry
        repeat: until
        repeat-until: _.tag == 0 or _io.eof or _index >= 4095
        doc: The entries up to one that is none.
  dynamic_entry:
    meta: *order
    doc: Something that the dynamic linker is told.
    doc-ref: System V Application Binary Interface, section "Dynamic Section"
    seq:
      - id: tag
        type: *address
        doc: What is told, as a number.
        -orig-id: d_tag
      - id: value
        type: *address
        doc: A number, an address, or where a text is in the section with the texts.
        -orig-id: d_un
    instances:
      kind:
        value: tag
        enum: dynamic_tag
        doc: What is told.
      text:
        io: _root._io
        pos: _parent._parent.ofs_texts + value
        type: strz
        if: kind == dynamic_tag::needed or kind == dynamic_tag::own_name or kind == dynamic_tag::search_path or kind == dynamic_tag::run_path
        doc: The text.
  notes:
    meta: *order
    doc: Notes.
    doc-ref: System V Application Binary Interface, section "Note Section"
    params:
      - {id: alignment, type: u1, doc: What the lengths of its parts are multiples of.}
    seq:
      - id: notes
        type: note(alignment)
        repeat: until
        repeat-until: _io.size - _io.pos < 12 or _index >= 4095
        doc: The notes up to the end.
  note:
    meta: *order
    doc: A note, which has a name and a number that tell what it says.
    doc-ref: System V Application Binary Interface, section "Note Section"
    params:
      - {id: alignment, type: u1, doc: What the lengths of its parts are multiples of.}
    seq:
      - id: len_name
        type: u4
        doc: Length of the name with its NUL, in bytes.
        -orig-id: namesz
      - id: len_content
        type: u4
        doc: Length of what it says, in bytes.
        -orig-id: descsz
      - id: type
        type: u4
        doc: What it says, among the notes of the name.
        -orig-id: type
      - id: name
        type: strz
        size: len_name
        encoding: ASCII
        doc: Whose note it is.
        -orig-id: name
      - id: padding
        size: (alignment - (12 + len_name) % alignment) % alignment
        doc: Nothing.
      - id: content
        size: len_content
        doc: What it says.
        -orig-id: desc
      - id: end_padding
        size: '(alignment - len_content % alignment) % alignment'
        if: not _io.eof
        doc: Nothing.
enums:
  width:
    1: b32
    2: b64
  order:
    1: little
    2: big
  abi:
    0: system_v
    1: hp_ux
    2: netbsd
    3: gnu
    6: solaris
    7: aix
    9: freebsd
    12: openbsd
    51: cuda
    64: amdgpu_hsa
    65: amdgpu_pal
    66: amdgpu_mesa
    255: standalone
  type:
    0: none
    1: object
    2: program
    3: shared
    4: core
  machine:
    0: none
    2: sparc
    3: x86
    4: m68k
    8: mips
    18: sparc32plus
    20: powerpc
    21: powerpc64
    22: s390
    40: arm
    43: sparc_v9
    50: ia64
    62: x86_64
    164: hexagon
    183: aarch64
    190: cuda
    205: intelgt
    224: amdgpu
    243: riscv
    247: bpf
    251: vector_engine
    258: loongarch
  segment_type:
    0: none
    1: load
    2: dynamic
    3: interpreter
    4: note
    6: segments
    7: thread_local
    0x6474e550: gnu_unwind_table
    0x6474e551: gnu_stack
    0x6474e552: gnu_read_only
    0x6474e553: gnu_properties
  segment_flags:
    0: none
    1: execute
    2: write
    3: write_execute
    4: read
    5: read_execute
    6: read_write
    7: read_write_execute
  section_type:
    0: none
    1: bits
    2: symbols
    3: texts
    4: relocations_with_addends
    5: hash
    6: dynamic
    7: note
    8: no_bits
    9: relocations
    11: dynamic_symbols
    14: initialisers
    15: finalisers
    16: early_initialisers
    17: group
    18: section_numbers
    19: relative_relocations
    0x6fff4700: gnu_incremental_inputs
    0x6fff4c03: llvm_addresses
    0x6fff4c0b: llvm_offloading
    0x6ffffff5: gnu_attributes
    0x6ffffff6: gnu_hash
    0x6ffffffd: gnu_versions_defined
    0x6ffffffe: gnu_versions_needed
    0x6fffffff: gnu_versions
    0x70000001: processor_unwind
  symbol_binding:
    0: local
    1: {id: external, -orig-id: STB_GLOBAL}
    2: weak
    10: unique
  symbol_type:
    0: none
    1: object
    2: function
    3: section
    4: file
    5: common
    6: thread_local
    10: indirect_function
  dynamic_tag:
    0: none
    1: needed
    2: len_plt_relocations
    3: plt_got
    4: hash
    5: texts
    6: symbols
    7: relocations_with_addends
    8: len_relocations_with_addends
    9: len_relocation_with_addend
    10: len_texts
    11: len_symbol
    12: initialiser
    13: finaliser
    14: own_name
    15: search_path
    16: symbolic
    17: relocations
    18: len_relocations
    19: len_relocation
    20: plt_relocation_type
    21: debug
    22: text_relocations
    23: plt_relocations
    24: bind_now
    25: initialisers
    26: finalisers
    27: len_initialisers
    28: len_finalisers
    29: run_path
    30: flags
    32: early_initialisers
    33: len_early_initialisers
    35: len_relative_relocations
    36: relative_relocations
    37: len_relative_relocation
    0x6ffffef5: gnu_hash
    0x6ffffff0: gnu_versions
    0x6ffffff9: num_relative_with_addends
    0x6ffffffa: num_relative
    0x6ffffffb: flags_1
    0x6ffffffc: gnu_versions_defined
    0x6ffffffd: num_gnu_versions_defined
    0x6ffffffe: gnu_versions_needed
    0x6fffffff: num_gnu_versions_needed
