//! Objects that embed a bundle: the crate `object` reads what is written.

use std::fs;

use object::write::{Object, Symbol, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, FileFlags, Object as _, ObjectSection as _, ObjectSymbol as _,
    SectionFlags, SymbolFlags, SymbolKind, SymbolScope, elf, pe,
};
use offload_bundle::input::{Input, InputFile};
use offload_bundle::ops::{self, Context};
use offload_bundle::report::EmbedReport;
use offload_bundle::request::{EmbedRequest, Machine};
use offload_bundle::{BundleBuilder, Error, OffloadBinaryBuilder, REGISTRY};

use crate::support::{HOST, fixtures, memory};

type Form = (BinaryFormat, Architecture, Endianness);

const FORMS: [Form; 7] = [
    (BinaryFormat::Elf, Architecture::X86_64, Endianness::Little),
    (BinaryFormat::Elf, Architecture::Aarch64, Endianness::Little),
    (BinaryFormat::Elf, Architecture::Riscv64, Endianness::Little),
    (BinaryFormat::Elf, Architecture::PowerPc64, Endianness::Big),
    (BinaryFormat::Elf, Architecture::I386, Endianness::Little),
    (BinaryFormat::Coff, Architecture::X86_64, Endianness::Little),
    (BinaryFormat::Coff, Architecture::Aarch64, Endianness::Little),
];

const CODE: &str = "__hip_fatbin_2e610937eb73d113";
const HANDLE: &str = "__hip_gpubin_handle_2e610937eb73d113";

/// A host object with these symbols undefined, and names like theirs defined.
fn host(form: Form, undefined: &[&str]) -> Vec<u8> {
    let mut object = Object::new(form.0, form.1, form.2);
    if form.0 == BinaryFormat::Elf {
        object.flags = FileFlags::Elf { os_abi: elf::ELFOSABI_NONE, abi_version: 0, e_flags: elf::FileFlags(5) };
    }
    let data = object.add_section(Vec::new(), b".data".to_vec(), object::SectionKind::Data);
    object.append_section_data(data, b"data", 4);
    let symbol = |name: &str, section| Symbol {
        name: name.into(),
        value: 0,
        size: 0,
        kind: SymbolKind::Data,
        scope: SymbolScope::Linkage,
        weak: false,
        section,
        flags: SymbolFlags::None,
    };
    object.add_symbol(symbol("__hip_fatbin_defined", SymbolSection::Section(data)));
    object.add_symbol(symbol("__hip_fatbinary", SymbolSection::Undefined));
    for name in undefined {
        object.add_symbol(symbol(name, SymbolSection::Undefined));
    }
    object.write().unwrap()
}

/// A bundle of `len` bytes.
fn bundle(len: usize) -> Vec<u8> {
    let with = |code: &[u8]| {
        let made = BundleBuilder::new()
            .entry(HOST, b"")
            .entry("hip-amdgcn-amd-amdhsa--gfx90a", code);
        made.to_bytes().unwrap()
    };
    with(&vec![7; len - with(b"").len()])
}

fn request(input: impl Into<InputFile>, hosts: &[&[u8]]) -> EmbedRequest {
    let mut request = EmbedRequest::default();
    request.input = input.into();
    request.hosts = hosts
        .iter()
        .map(|host| Input::from_bytes("host", host.to_vec()).into())
        .collect();
    request.output = Some("-".into());
    request
}

fn embedded(request: &EmbedRequest) -> Result<(Vec<u8>, EmbedReport), Error> {
    let mut out = Vec::new();
    let mut context = Context { stdout: Some(&mut out), ..Context::default() };
    let report = ops::embed(&REGISTRY, request, &mut context)?;
    Ok((out, report))
}

fn message(request: &EmbedRequest) -> (String, Option<&'static str>) {
    let error = embedded(request).unwrap_err();
    (error.to_string(), error.hint())
}

/// Name, content, alignment, and symbols of each section that linkers combine.
type Sections = Vec<(String, Vec<u8>, u64, Vec<String>)>;

fn sections(bytes: &[u8]) -> Sections {
    let file = object::File::parse(bytes).unwrap();
    let tables = [".symtab", ".strtab", ".shstrtab"];
    let sections = file
        .sections()
        .filter(|section| !tables.contains(&section.name().unwrap()));
    let sections = sections.map(|section| {
        let symbols = file
            .symbols()
            .filter(|symbol| symbol.section_index() == Some(section.index()));
        let symbols = symbols.map(|symbol| {
            assert!(symbol.is_global() && symbol.address() == 0, "{symbol:?}");
            if let SymbolFlags::Elf { st_other, .. } = symbol.flags() {
                assert_eq!((st_other.0, symbol.size()), (elf::STV_HIDDEN.0, section.size()));
                assert_eq!(symbol.kind(), SymbolKind::Data);
            }
            String::from_utf8_lossy(symbol.name_bytes().unwrap()).into_owned()
        });
        let name = section.name().unwrap().to_owned();
        (
            name,
            section.data().unwrap().to_vec(),
            section.align(),
            symbols.collect(),
        )
    });
    sections.collect()
}

fn row(name: &str, content: &[u8], alignment: u64, symbols: &[&str]) -> (String, Vec<u8>, u64, Vec<String>) {
    let symbols = symbols.iter().map(|symbol| (*symbol).to_owned()).collect();
    (name.to_owned(), content.to_vec(), alignment, symbols)
}

#[test]
fn object_defines_symbols_of_every_form() {
    // With 4,032 bytes, the padding before the bundle is as long as the bundle.
    for (form, len) in FORMS.into_iter().zip([4032, 200, 5000, 4032, 4044, 200, 4096]) {
        let bundle = bundle(len);
        for (undefined, handle) in [(&[CODE][..], None), (&[HANDLE, CODE], Some(HANDLE))] {
            let host = host(form, undefined);
            let (made, report) = embedded(&request(memory(&bundle), &[&host])).unwrap();
            let mut expected = vec![row(".hip_fatbin", &bundle, 4096, &[CODE])];
            expected.extend(handle.map(|handle| row(".hip_gpubin_handle", &[0; 8], 8, &[handle])));
            if form.0 == BinaryFormat::Elf {
                expected.push(row(".note.GNU-stack", b"", 1, &[]));
            }
            assert_eq!(sections(&made), expected, "{form:?}");
            let (read, host) = (
                object::File::parse(&*made).unwrap(),
                object::File::parse(&*host).unwrap(),
            );
            assert_eq!(
                (read.architecture(), read.endianness(), read.kind(), read.flags()),
                (form.1, form.2, object::ObjectKind::Relocatable, host.flags())
            );
            let start = usize::try_from(report.sections[0].offset.0).unwrap();
            assert_eq!(made[start..start + bundle.len()], bundle);
            assert!(form.0 == BinaryFormat::Coff || start % 4096 == 0, "{form:?}: {start}");
            assert_eq!((report.size.0, report.format), (made.len() as u64, "binary_bundle"));
        }
    }
}

#[test]
fn flags_keep_code_loaded_or_out() {
    let bundle = bundle(200);
    let flags = |made: &[u8]| -> Vec<SectionFlags> {
        let file = object::File::parse(made).unwrap();
        file.sections().map(|section| section.flags()).collect()
    };
    let of_elf = |sh_type, flags| SectionFlags::Elf { sh_type, sh_flags: elf::SectionFlags(flags) };
    let of_coff = |flags: u32| SectionFlags::Coff { characteristics: pe::SectionFlags(flags) };
    let made = |form| {
        embedded(&request(memory(&bundle), &[&host(form, &[CODE, HANDLE])]))
            .unwrap()
            .0
    };
    assert_eq!(
        flags(&made(FORMS[0]))[..3],
        [2, 3, 0].map(|flags| of_elf(elf::SHT_PROGBITS, flags))
    );
    assert_eq!(flags(&made(FORMS[5])), [0xc0d0_0040, 0xc040_0040].map(of_coff));

    let image = OffloadBinaryBuilder::new()
        .image(offload_bundle::Image::new(b"code"))
        .to_bytes()
        .unwrap();
    let twice = [image.clone(), image].concat();
    let mut wanted = request(memory(&twice), &[]);
    wanted.for_device_linker = true;
    let (elf, _) = embedded(&wanted).unwrap();
    let rows = [row(".llvm.offloading", &twice, 8, &[]), row(".note.GNU-stack", b"", 1, &[])];
    assert_eq!(sections(&elf), rows);
    let kept_out = of_elf(elf::SectionType(0x6fff_4c0b), 0x8000_0000);
    assert_eq!(flags(&elf)[..2], [kept_out, of_elf(elf::SHT_PROGBITS, 0)]);
    assert_eq!(object::File::parse(&*elf).unwrap().architecture(), Architecture::X86_64);
    wanted.machine = Machine::all(&REGISTRY).last();
    let (coff, _) = embedded(&wanted).unwrap();
    assert_eq!(sections(&coff), [row(".llvm.offloading", &twice, 8, &[])]);
    assert_eq!(flags(&coff), [of_coff(0x0240_0800)]);
    assert_eq!(
        object::File::parse(&*coff).unwrap().architecture(),
        Architecture::Aarch64
    );
}

#[test]
fn symbols_come_from_hosts_and_request() {
    let packed = offload_bundle::compress(bundle(300), &Default::default()).unwrap();
    let one = host(FORMS[0], &[CODE, HANDLE]);
    let two = host(FORMS[0], &["__hip_fatbin", "__hip_gpubin_handle", CODE]);
    let mut wanted = request(memory(&packed), &[&one, &two]);
    wanted.symbols = vec!["own_name".into(), "__hip_gpubin_handle_x".into()];
    let (made, report) = embedded(&wanted).unwrap();
    let expected = [
        row(".hip_fatbin", &packed, 4096, &["__hip_fatbin", CODE, "own_name"]),
        row(
            ".hip_gpubin_handle",
            &[0; 8],
            8,
            &["__hip_gpubin_handle", HANDLE, "__hip_gpubin_handle_x"],
        ),
        row(".note.GNU-stack", b"", 1, &[]),
    ];
    assert_eq!((sections(&made), report.format), (expected.to_vec(), "ccob"));
    // A host without symbols gives the machine.
    wanted.hosts = vec![memory(host(FORMS[6], &[]))];
    let (made, _) = embedded(&wanted).unwrap();
    assert_eq!(
        object::File::parse(&*made).unwrap().architecture(),
        Architecture::Aarch64
    );
    for file in ["rdc.22.o", "rdc.22.obj"] {
        let mut wanted = request(memory(&packed), &[]);
        wanted.hosts = vec![fixtures().join("objects").join(file).into()];
        let (_, report) = embedded(&wanted).unwrap();
        let names: Vec<&str> = report.sections.iter().map(|section| section.name).collect();
        assert_eq!(names[..2], [".hip_fatbin", ".hip_gpubin_handle"], "{file}");
    }
}

#[test]
fn unfit_input_and_hosts_are_refused() {
    let (bundle, fit) = (bundle(200), host(FORMS[0], &[CODE]));
    let image = OffloadBinaryBuilder::new()
        .image(offload_bundle::Image::new(b"code"))
        .to_bytes()
        .unwrap();
    let mut text = BundleBuilder::new()
        .entry(HOST, b"a")
        .entry("hip-amdgcn-amd-amdhsa--gfx90a", b"b");
    text = text.file_type(offload_bundle::file_type("i").unwrap());
    let text = text.to_bytes().unwrap();
    let packed_text = offload_bundle::compress(&text, &Default::default()).unwrap();
    let (object, _) = embedded(&request(memory(&bundle), &[&fit])).unwrap();
    let new_driver = host(FORMS[0], &[".offloading.entry.kernel"]);
    let both = [bundle.clone(), bundle.clone()].concat();
    for (input, hosts, expected, hint) in [
        (
            &bundle,
            vec![&host(FORMS[0], &[])],
            "host: leaves no symbol `__hip_fatbin` or `__hip_fatbin_…` undefined",
            None,
        ),
        (
            &bundle,
            vec![&host(FORMS[0], &[HANDLE])],
            "-: no symbol is given for the code",
            None,
        ),
        (
            &bundle,
            vec![&new_driver],
            "host: another tool embeds its code and registers it, because it has offload entries instead of a symbol",
            Some("wrap the bundle with `llvm-offload-wrapper --kind=hip`, and compile the result with clang"),
        ),
        (
            &bundle,
            vec![&fit, &host(FORMS[5], &[CODE])],
            "host: an object for another machine",
            None,
        ),
        (
            &bundle,
            vec![&bundle],
            "host: not an ELF or COFF object file to link",
            None,
        ),
        (&bundle, vec![], "-: no symbol is given for the code", None),
        (
            &image,
            vec![&fit],
            "in: contains LLVM offload binaries, which another kind of object embeds",
            Some("add `--offload-binary`"),
        ),
        (
            &text,
            vec![&fit],
            "in: a clang offload bundle (text) cannot be embedded",
            None,
        ),
        (
            &packed_text,
            vec![&fit],
            "in: a clang offload bundle (text) cannot be embedded",
            None,
        ),
        (
            &object,
            vec![&fit],
            "in: the code is inside another file, and only a bundle itself can be embedded",
            None,
        ),
        (
            &both,
            vec![&fit],
            "in: contains 2 bundles, but a program registers only the first at a symbol",
            None,
        ),
        (
            &b"text".to_vec(),
            vec![&fit],
            "in: not an offload bundle: text without the comment lines of a text bundle",
            None,
        ),
    ] {
        let hosts: Vec<&[u8]> = hosts.into_iter().map(Vec::as_slice).collect();
        let told = message(&request(memory(input), &hosts));
        assert_eq!(told, (expected.to_owned(), hint));
    }
    let mut wanted = request(memory(&bundle), &[&fit]);
    wanted.for_device_linker = true;
    let refused = "in: contains HIP device code, which another kind of object embeds";
    assert_eq!(
        message(&wanted),
        (refused.to_owned(), Some("leave out `--offload-binary`"))
    );
    wanted.for_device_linker = false;
    wanted.symbols = vec!["a".into()];
    // The bundle is a member of an archive.
    let header = format!(
        "{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
        "a.o/",
        0,
        0,
        0,
        644,
        bundle.len()
    );
    wanted.input = memory([b"!<arch>\n", header.as_bytes(), &bundle].concat());
    assert!(message(&wanted).0.contains("inside another file"));
    wanted.input = memory(&bundle);
    wanted.symbols = vec!["a\0b".into()];
    assert_eq!(
        message(&wanted).0,
        "-: the name of a symbol is empty or contains a zero byte"
    );
    let library = fixtures().join("objects/hip.22.so");
    wanted.symbols = vec!["a".into()];
    wanted.hosts = vec![library.clone().into()];
    let refused = format!("{}: not an ELF or COFF object file to link", library.display());
    assert_eq!(message(&wanted).0, refused);
}

#[test]
fn damage_is_told_and_nothing_written() {
    let bundle = bundle(300);
    let mut packed = offload_bundle::compress(&bundle, &Default::default()).unwrap();
    let middle = packed.len() - 20;
    packed[middle] ^= 1;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.o");
    fs::write(&out, "before").unwrap();
    let mut digest = offload_bundle::compress(&bundle, &Default::default()).unwrap();
    digest[24] ^= 1;
    let fit = host(FORMS[0], &[CODE]);
    let mut table = bundle.clone();
    table[32 + 8] ^= 0x80;
    for (input, host) in [(&packed, &fit), (&digest, &fit), (&table, &fit), (&bundle, &fit[..200].to_vec())] {
        let mut wanted = request(memory(input), &[host]);
        wanted.output = Some(out.clone());
        let told = message(&wanted).0;
        assert!(told.contains(": at byte 0x"), "{told}");
    }
    assert_eq!(fs::read(&out).unwrap(), b"before");
    let mut wanted = request(memory(&bundle), &[]);
    fs::write(&out, &fit).unwrap();
    (wanted.hosts, wanted.output) = (vec![out.clone().into()], Some(out.clone()));
    assert!(message(&wanted).0.ends_with("out.o: the output is one of the inputs"));
}

#[test]
fn every_truncated_host_is_refused() {
    let bundle = memory(bundle(200));
    for form in FORMS {
        let whole = host(form, &[CODE, HANDLE]);
        for len in 0..whole.len() {
            let told = message(&request(bundle.clone(), &[&whole[..len]])).0;
            let without_magic = told == "host: not an ELF or COFF object file to link";
            assert!(
                told.starts_with("host: at byte 0x") || (without_magic && len < 20),
                "{form:?} cut to {len} bytes: {told}"
            );
        }
    }
}

#[test]
fn changed_hosts_never_give_unreadable_objects() {
    let bundle = memory(bundle(200));
    for form in [FORMS[0], FORMS[4], FORMS[5]] {
        let whole = host(form, &[CODE, HANDLE]);
        for (at, value) in (0..whole.len()).flat_map(|at| [1, 0xff].map(|value| (at, value))) {
            let mut damaged = whole.clone();
            damaged[at] = value;
            match embedded(&request(bundle.clone(), &[&damaged])) {
                Ok((made, _)) => assert!(sections(&made)[0].1.len() == 200, "{form:?} byte {at:#x}"),
                Err(Error::Read { .. } | Error::Refused { .. }) => {}
                Err(other) => panic!("{form:?} byte {at:#x}: {other}"),
            }
        }
    }
}
