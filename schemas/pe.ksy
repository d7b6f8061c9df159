# PE files: programs and libraries of Windows.
meta:
  id: pe
  title: PE file
  file-extension: [exe, dll]
  license: MIT OR Apache-2.0
  ks-version: '0.10'
  endian: le
  encoding: UTF-8
  imports: [coff]
doc: |
  A program or a library of Windows: a header for DOS, which says where the other headers are; that of a COFF object; a second one, for loaders,
  with places of tables in memory; and sections.
doc-ref: Microsoft PE Format, section "Overview"
-reader-only: the order of the sections, and where they are, is decided by linkers; nothing in a file says it.
seq:
  - id: magic
    contents: MZ
    doc: Marks a program of DOS, which every PE file is.
    -orig-id: e_magic
  - id: dos_header
    size: 58
    doc: The rest of the header for DOS.
  - id: ofs_header
    type: u4
    doc: Where the headers of the PE file are, in bytes from the start of the file.
    -orig-id: e_lfanew
instances:
  header:
    pos: ofs_header
    type: header
    doc: These headers.
types:
  header:
    doc: The headers of a PE file.
    doc-ref: Microsoft PE Format, section "Signature (Image Only)"
    seq:
      - id: magic
        contents: [PE, 0, 0]
        doc: Marks a PE file.
      - id: header
        type: coff::header
        doc: The header that objects have.
      - id: loader_header
        size: header.len_optional_header
        type: loader_header
        if: header.len_optional_header != 0
        doc: What loaders are told.
      - id: sections
        type: coff::section(header.ofs_texts)
        repeat: expr
        repeat-expr: 'header.num_sections < 16384 ? header.num_sections : 16384'
        doc: The sections; the first 16,384 of them.
    instances:
      symbols:
        pos: header.ofs_symbols
        size: header.num_symbols * 18
        type: coff::symbols(header.ofs_texts, _io)
        if: header.ofs_symbols != 0 and header.num_symbols != 0
        doc: The symbols, which few programs have.
  loader_header:
    doc: What loaders are told.
    doc-ref: Microsoft PE Format, section "Optional Header (Image Only)"
    seq:
      - id: width
        type: u2
        enum: width
        valid: {in-enum: true}
        doc: Whether addresses have 32 or 64 bits.
        -orig-id: Magic
      - id: linker_major
        type: u1
        doc: Version of the linker.
        -orig-id: MajorLinkerVersion
      - id: linker_minor
        type: u1
        doc: The second number of it.
        -orig-id: MinorLinkerVersion
      - id: len_code
        type: u4
        doc: Length of all code, in bytes.
        -orig-id: SizeOfCode
      - id: len_data
        type: u4
        doc: Length of all data that is in the file, in bytes.
        -orig-id: SizeOfInitializedData
      - id: len_zeros
        type: u4
        doc: Length of all data that is not in the file, in bytes.
        -orig-id: SizeOfUninitializedData
      - id: entry
        type: u4
        doc: Address at which the program starts, from the start of the image; 0 if it has none.
        -orig-id: AddressOfEntryPoint
      - id: code_address
        type: u4
        doc: Where its code begins in memory, from the start of the image.
        -orig-id: BaseOfCode
      - id: data_address
        type: u4
        if: width == width::b32
        doc: Where its data begins in memory, from the start of the image.
        -orig-id: BaseOfData
      - id: image_address
        type: &address
          switch-on: width
          cases: {'width::b32': u4, 'width::b64': u8}
        doc: Where in memory the image wants to be.
        -orig-id: ImageBase
      - id: section_alignment
        type: u4
        doc: Addresses of sections are multiples of this.
        -orig-id: SectionAlignment
      - id: file_alignment
        type: u4
        doc: Places of sections in the file are multiples of this.
        -orig-id: FileAlignment
      - id: system_major
        type: u2
        doc: Version of Windows that it needs.
        -orig-id: MajorOperatingSystemVersion
      - id: system_minor
        type: u2
        doc: The second number of it.
        -orig-id: MinorOperatingSystemVersion
      - id: image_major
        type: u2
        doc: Version of the file itself.
        -orig-id: MajorImageVersion
      - id: image_minor
        type: u2
        doc: The second number of it.
        -orig-id: MinorImageVersion
      - id: subsystem_major
        type: u2
        doc: Version of the subsystem that it needs.
        -orig-id: MajorSubsystemVersion
      - id: subsystem_minor
        type: u2
        doc: The second number of it.
        -orig-id: MinorSubsystemVersion
      - id: reserved
        type: u4
        doc: Nothing.
        -orig-id: Win32VersionValue
      - id: len_image
        type: u4
        doc: Length of the image in memory, in bytes.
        -orig-id: SizeOfImage
      - id: len_headers
        type: u4
        doc: Length of all headers in the file, in bytes.
        -orig-id: SizeOfHeaders
      - id: checksum
        type: u4
        doc: Checksum of the file; 0 if it has none.
        -orig-id: CheckSum
      - id: subsystem
        type: u2
        enum: subsystem
        doc: What runs it.
        -orig-id: Subsystem
      - id: flags
        type: u2
        doc: "Bits: 0x20 addresses of 64 bits, 0x40 may be moved, 0x80 must be signed, 0x100 data is no code, and others."
        -orig-id: DllCharacteristics
      - id: len_stack
        type: *address
        doc: Length of memory that is kept for the stack, in bytes.
        -orig-id: SizeOfStackReserve
      - id: len_stack_committed
        type: *address
        doc: Length of it that is there at once.
        -orig-id: SizeOfStackCommit
      - id: len_heap
        type: *address
        doc: Length of memory that is kept for the heap, in bytes.
        -orig-id: SizeOfHeapReserve
      - id: len_heap_committed
        type: *address
        doc: Length of it that is there at once.
        -orig-id: SizeOfHeapCommit
      - id: loader_flags
        type: u4
        doc: Nothing.
        -orig-id: LoaderFlags
      - id: num_tables
        type: u4
        doc: Number of tables.
        -orig-id: NumberOfRvaAndSizes
      - id: tables
        type: table(_index)
        repeat: expr
        repeat-expr: 'num_tables < 16 ? num_tables : 16'
        doc: Where tables are.
        doc-ref: Microsoft PE Format, section "Optional Header Data Directories (Image Only)"
  table:
    doc: Where a table is, and how long.
    doc-ref: Microsoft PE Format, section "Optional Header Data Directories (Image Only)"
    params:
      - {id: kind_number, type: u4, doc: Which table it is.}
    seq:
      - id: address
        type: u4
        doc: Where it is in memory, from the start of the image; of signatures, in bytes from the start of the file; 0 if there is none.
        -orig-id: VirtualAddress
      - id: len_content
        type: u4
        doc: Length of it, in bytes.
        -orig-id: Size
    instances:
      kind:
        value: kind_number
        enum: table_kind
        doc: Which table it is.
enums:
  width:
    0x10b: b32
    0x20b: b64
  subsystem:
    0: unknown
    1: native
    2: windows
    3: console
    5: os2
    7: posix
    9: windows_ce
    10: efi_application
    11: efi_boot_driver
    12: efi_driver
    13: efi_rom
    14: xbox
    16: boot_application
  table_kind:
    0: exports
    1: imports
    2: resources
    3: exceptions
    4: signatures
    5: relocations
    6: debug
    7: architecture
    8: global_pointer
    9: thread_local
    10: load_configuration
    11: bound_imports
    12: import_addresses
    13: delayed_imports
    14: clr
    15: reserved
