# COFF objects of Windows, and the records that PE files and objects with many sections share with them.
meta:
  id: coff
  title: COFF object
  file-extension: [obj, o]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
doc: |
  An object file of Windows: a header, the table of sections, their contents and relocations, symbols, and long names. Nothing marks it but the
  number of the machine. Of long tables the first records are shown, and how many there are.
doc-ref: Microsoft PE Format, section "COFF File Header (Object and Image)"
-reader-only: the order of the contents, and where they are, is decided by compilers; nothing in a file says it.
seq:
  - id: header
    type: header
    doc: The header.
  - id: optional_header
    size: header.len_optional_header
    doc: What programs have behind the header; of an object, nothing.
  - id: sections
    type: section(header.ofs_texts)
    repeat: expr
    repeat-expr: 'header.num_sections < 16384 ? header.num_sections : 16384'
    doc: The sections; the first 16,384 of them.
instances:
  symbols:
    pos: header.ofs_symbols
    size: header.num_symbols * 18
    type: symbols(header.ofs_texts, _io)
    if: header.ofs_symbols != 0 and header.num_symbols != 0
    doc: The symbols.
  len_texts:
    pos: header.ofs_texts
    type: u4
    if: header.ofs_symbols != 0
    doc: Length of the table of long names behind the symbols with this number, in bytes.
    doc-ref: Microsoft PE Format, section "COFF String Table"
types:
  header:
    doc: The header of an object, which a PE file has too.
    doc-ref: Microsoft PE Format, section "COFF File Header (Object and Image)"
    seq:
      - id: machine
        type: u2
        enum: machine
        doc: The architecture that it is for.
        -orig-id: Machine
      - id: num_sections
        type: u2
        doc: Number of sections.
        -orig-id: NumberOfSections
      - id: time
        type: u4
        doc: When it was made, in seconds from 1970; or a digest of the contents.
        -orig-id: TimeDateStamp
      - id: ofs_symbols
        type: u4
        doc: Where the table of symbols is, in bytes from the start of the file; 0 if there is none.
        -orig-id: PointerToSymbolTable
      - id: num_symbols
        type: u4
        doc: Number of records in the table of symbols.
        -orig-id: NumberOfSymbols
      - id: len_optional_header
        type: u2
        doc: Length of the second header, in bytes.
        -orig-id: SizeOfOptionalHeader
      - id: flags
        type: u2
        doc: "Bits: 2 is a program or library, 0x20 may use more than 2 GiB, 0x2000 is a library, and others."
        -orig-id: Characteristics
    instances:
      ofs_texts:
        value: 'ofs_symbols == 0 ? 0 : ofs_symbols + num_symbols * 18'
        doc: Where the table of long names is, behind the symbols; 0 if there is none.
  section:
    doc: A section.
    doc-ref: Microsoft PE Format, section "Section Table (Section Headers)"
    params:
      - {id: ofs_texts, type: u8, doc: Where the table of long names is.}
    seq:
      - id: name
        type: strz
        size: 8
        doc: Its name; a slash and a number say where in the table of long names it is.
        -orig-id: Name
      - id: len_memory
        type: u4
        doc: Length of it in memory, in bytes; of an object, 0.
        -orig-id: VirtualSize
      - id: address
        type: u4
        doc: Where it is in memory, from the start of the image; of an object, 0.
        -orig-id: VirtualAddress
      - id: len_content
        type: u4
        doc: Length of it in the file, in bytes.
        -orig-id: SizeOfRawData
      - id: ofs_content
        type: u4
        doc: First byte of it, from the start of the file; 0 if it has none.
        -orig-id: PointerToRawData
      - id: ofs_relocations
        type: u4
        doc: Where its relocations are, in bytes from the start of the file.
        -orig-id: PointerToRelocations
      - id: ofs_lines
        type: u4
        doc: Where its line numbers are, which no one writes any more.
        -orig-id: PointerToLinenumbers
      - id: num_relocations
        type: u2
        doc: Number of relocations; 65,535 if the first of them says it.
        -orig-id: NumberOfRelocations
      - id: num_lines
        type: u2
        doc: Number of line numbers.
        -orig-id: NumberOfLinenumbers
      - id: flags
        type: u4
        doc: "Bits: 0x20 code, 0x40 data, 0x80 zeros that are not in the file, 0x20000000 may be run, 0x40000000 read, 0x80000000 written, and others."
        -orig-id: Characteristics
    instances:
      long_name:
        pos: 'ofs_texts + name.substring(1, name.length).to_i'
        type: strz
        if: ofs_texts != 0 and name.length > 1 and name.substring(0, 1) == "/" and name.substring(1, 2) != "/"
        doc: Its name, from the table of long names.
        doc-ref: Microsoft PE Format, section "COFF String Table"
      content:
        pos: ofs_content
        size: len_content
        if: ofs_content != 0 and flags & 0x80 == 0
        doc: What is in it.
      relocations:
        pos: ofs_relocations
        type: relocation
        repeat: expr
        repeat-expr: 'num_relocations < 4096 ? num_relocations : 4096'
        if: ofs_relocations != 0
        doc: Its relocations; the first 4,096 of them. Where there are more than 65,534, the first says how many.
        doc-ref: Microsoft PE Format, section "COFF Relocations (Object Only)"
  relocation:
    doc: A place where a linker fills in an address.
    doc-ref: Microsoft PE Format, section "COFF Relocations (Object Only)"
    seq:
      - id: address
        type: u4
        doc: The place, from the start of the section.
        -orig-id: VirtualAddress
      - id: symbol
        type: u4
        doc: Number of the symbol.
        -orig-id: SymbolTableIndex
      - id: type
        type: u2
        doc: What is filled in, by a number of the architecture.
        -orig-id: Type
  symbols:
    doc: A table of symbols.
    doc-ref: Microsoft PE Format, section "COFF Symbol Table"
    params:
      - {id: ofs_texts, type: u8, doc: Where the table of long names is.}
      - {id: file, type: io, doc: The file that it is in.}
    seq:
      - id: symbols
        type: symbol(ofs_texts, file)
        repeat: until
        repeat-until: _io.eof or _index >= 4095
        doc: The first 4,096 symbols.
  symbol:
    doc: A symbol.
    doc-ref: Microsoft PE Format, section "COFF Symbol Table"
    params:
      - {id: ofs_texts, type: u8, doc: Where the table of long names is.}
      - {id: file, type: io, doc: The file that it is in.}
    seq:
      - id: name
        type: symbol_name(ofs_texts, file)
        size: 8
        doc: Its name.
        -orig-id: Name
      - id: value
        type: u4
        doc: Mostly where it is in its section, in bytes.
        -orig-id: Value
      - id: section
        type: s2
        doc: Number of its section, from 1; 0 if it is elsewhere, -1 if its value is no address, -2 if it is for debuggers.
        -orig-id: SectionNumber
      - id: type
        type: u2
        doc: 0x20 if it is a function.
        -orig-id: Type
      - id: storage
        type: u1
        enum: symbol_class
        doc: What kind of symbol it is.
        -orig-id: StorageClass
      - id: num_more
        type: u1
        doc: Number of records behind it that say more of it.
        -orig-id: NumberOfAuxSymbols
      - id: more
        size: 18 * num_more
        doc: These records.
        doc-ref: Microsoft PE Format, section "Auxiliary Symbol Records"
  symbol_name:
    doc: The name of a symbol.
    doc-ref: Microsoft PE Format, section "Symbol Name Representation"
    params:
      - {id: ofs_texts, type: u8, doc: Where the table of long names is.}
      - {id: file, type: io, doc: The file that it is in.}
    seq:
      - id: is_short
        type: u4
        doc: 0 if the name is in the table of long names.
      - id: ofs_name
        type: u4
        doc: Where it is there, in bytes.
    instances:
      short_text:
        pos: 0
        size: 8
        type: strz
        if: is_short != 0
        doc: A name of up to eight bytes.
      long_text:
        io: file
        pos: ofs_texts + ofs_name
        type: strz
        if: is_short == 0 and ofs_texts != 0 and ofs_name != 0
        doc: A longer one, from the table of long names.
enums:
  machine:
    0: any
    0x14c: x86
    0x1c0: arm
    0x1c4: arm_thumb
    0x200: ia64
    0x5064: riscv64
    0x8664: x86_64
    0xa641: arm64ec
    0xa64e: arm64x
    0xaa64: arm64
  symbol_class:
    0: none
    2: external
    3: static
    6: label
    101: function
    103: file
    104: section
    105: weak_external
    107: clr_token
