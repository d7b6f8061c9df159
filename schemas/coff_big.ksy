# COFF objects of Windows with more sections than the usual header can count.
meta:
  id: coff_big
  title: COFF object with many sections
  file-extension: obj
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
  imports: [coff]
doc: |
  An object file of Windows whose header has 32 bits for the number of sections. Sections are those of every object; symbols have 32 bits for
  the number of their section.
doc-ref: Microsoft Windows SDK, `winnt.h`, ANON_OBJECT_HEADER_BIGOBJ
-reader-only: the order of the contents, and where they are, is decided by compilers; nothing in a file says it.
seq:
  - id: magic
    contents: [0, 0, 0xff, 0xff]
    doc: Marks an object with a header of its own.
    -orig-id: Sig1, Sig2
  - id: version
    type: u2
    valid: {min: 2}
    doc: Version of the header, at least 2.
    -orig-id: Version
  - id: machine
    type: u2
    enum: coff::machine
    doc: The architecture that it is for.
    -orig-id: Machine
  - id: time
    type: u4
    doc: When it was made, in seconds from 1970; or a digest of the contents.
    -orig-id: TimeDateStamp
  - id: class_id
    size: 16
    doc: Tells these objects from others with such a header.
    -orig-id: ClassID
  - id: len_data
    type: u4
    doc: Length of what follows the header; in these objects, 0.
    -orig-id: SizeOfData
  - id: flags
    type: u4
    doc: Bits, none of which is set in these objects.
    -orig-id: Flags
  - id: len_metadata
    type: u4
    doc: Length of metadata of .NET, in bytes.
    -orig-id: MetaDataSize
  - id: ofs_metadata
    type: u4
    doc: Where that is, in bytes from the start of the file.
    -orig-id: MetaDataOffset
  - id: num_sections
    type: u4
    doc: Number of sections.
    -orig-id: NumberOfSections
  - id: ofs_symbols
    type: u4
    doc: Where the table of symbols is, in bytes from the start of the file; 0 if there is none.
    -orig-id: PointerToSymbolTable
  - id: num_symbols
    type: u4
    doc: Number of records in the table of symbols.
    -orig-id: NumberOfSymbols
  - id: sections
    type: coff::section(ofs_texts)
    repeat: expr
    repeat-expr: 'num_sections < 16384 ? num_sections : 16384'
    doc: The sections; the first 16,384 of them.
instances:
  ofs_texts:
    value: 'ofs_symbols == 0 ? 0 : ofs_symbols + num_symbols * 20'
    doc: Where the table of long names is, behind the symbols; 0 if there is none.
  symbols:
    pos: ofs_symbols
    size: num_symbols * 20
    type: symbols(ofs_texts, _io)
    if: ofs_symbols != 0 and num_symbols != 0
    doc: The symbols.
types:
  symbols:
    doc: A table of symbols.
    doc-ref: Microsoft Windows SDK, `winnt.h`, IMAGE_SYMBOL_EX
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
    doc-ref: Microsoft Windows SDK, `winnt.h`, IMAGE_SYMBOL_EX
    params:
      - {id: ofs_texts, type: u8, doc: Where the table of long names is.}
      - {id: file, type: io, doc: The file that it is in.}
    seq:
      - id: name
        type: coff::symbol_name(ofs_texts, file)
        size: 8
        doc: Its name.
        -orig-id: Name
      - id: value
        type: u4
        doc: Mostly where it is in its section, in bytes.
        -orig-id: Value
      - id: section
        type: s4
        doc: Number of its section, from 1; 0 if it is elsewhere, -1 if its value is no address, -2 if it is for debuggers.
        -orig-id: SectionNumber
      - id: type
        type: u2
        doc: 0x20 if it is a function.
        -orig-id: Type
      - id: storage
        type: u1
        enum: coff::symbol_class
        doc: What kind of symbol it is.
        -orig-id: StorageClass
      - id: num_more
        type: u1
        doc: Number of records behind it that say more of it.
        -orig-id: NumberOfAuxSymbols
      - id: more
        size: 20 * num_more
        doc: These records.
