//! Object files with device sections: linkers, readers and all releases accept them, and the host object is unchanged.

use std::fs;
use std::path::Path;

use crate::support::program::{HANGS, Limits, run, run_within, told};
use offload_bundle_testing::fixtures;
use offload_bundle_testing::releases::{RELEASES, compiler, unbundle};
use offload_bundle_testing::tools;

const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906";

const COMMON: &str = "
extern \"C\" int puts(const char *);
template <class T> struct Counter { static int made; T value; Counter(T v) : value(v) { ++made; } virtual ~Counter() { --made; } };
template <class T> int Counter<T>::made = 0;
inline int next(int x) { static int calls = 0; return x + ++calls; }
int other(int);
";
const MAIN: &str = "int main() { Counter<int> a(1); return next(0) + other(1) + Counter<int>::made == 5 ? 0 : 1; }\n";
const OTHER: &str = "int other(int x) { Counter<int> b(x); return next(x) + Counter<int>::made - 2; }\n";

const WAYS: [&[&str]; 4] =
    [&["-O0"], &["-O1", "-g"], &["-O2", "-ffunction-sections", "-fdata-sections"], &["-g", "-gz", "-fno-addrsig"]];

fn ours(folder: &Path, words: &[&str]) {
    let done = run(folder, words);
    assert!(done.status.success(), "{words:?}: {}", told(&done));
}

fn there_and_back(folder: &Path, host: &str, fat: &str, again: &str) {
    let (host, device) = (format!("{HOST}={host}"), format!("{DEVICE}=dev"));
    fs::write(folder.join("dev"), "a device").unwrap();
    ours(folder, &["bundle", "-t", "o", "-o", fat, &device, &host]);
    let (host, device) = (format!("{HOST}={again}"), format!("{DEVICE}=dev.again"));
    ours(folder, &["unbundle", fat, &host, &device]);
    assert_eq!(fs::read(folder.join("dev.again")).unwrap(), b"a device");
}

fn clean(folder: &Path, tool: &str, words: &[&str]) {
    let done = tools::run(folder, tool, words);
    assert!(
        done.status.success() && done.stderr.is_empty(),
        "{tool} {words:?}: {}",
        told(&done)
    );
}

#[test]
fn bundled_and_unbundled_objects_link_and_run() {
    for release in RELEASES {
        let compiler = compiler(release);
        for way in WAYS {
            let folder = tempfile::tempdir().unwrap();
            let here = folder.path();
            for (name, text) in [("main", MAIN), ("other", OTHER)] {
                fs::write(here.join(format!("{name}.cpp")), format!("{COMMON}{text}")).unwrap();
                let (source, object) = (format!("{name}.cpp"), format!("{name}.o"));
                let words = [&["-x", "c++", "-fPIC", "-c", &source, "-o", &object], way].concat();
                let made = tools::run(here, &compiler, &words);
                assert!(made.status.success(), "{compiler} {way:?}: {}", told(&made));
                there_and_back(here, &object, &format!("{name}.fat.o"), &format!("{name}.again.o"));
                for reader in ["readelf", "llvm-readelf-22"] {
                    clean(here, reader, &["-aW", &format!("{name}.fat.o")]);
                    clean(here, reader, &["-aW", &format!("{name}.again.o")]);
                }
            }
            for linker in ["-fuse-ld=bfd", "-fuse-ld=lld"] {
                for kind in ["fat", "again"] {
                    let (main, other) = (format!("main.{kind}.o"), format!("other.{kind}.o"));
                    let linked = tools::run(here, &compiler, &[&main, &other, linker, "-lstdc++", "-o", "program"]);
                    assert!(
                        linked.status.success(),
                        "{release} {way:?} {linker} {kind}: {}",
                        told(&linked)
                    );
                    let ran = tools::run(here, "./program", &[]);
                    assert_eq!(ran.status.code(), Some(0), "{release} {way:?} {linker} {kind}");
                    let bytes = fs::read(here.join("program")).unwrap();
                    assert!(
                        !bytes.windows(8).any(|window| window == b"a device"),
                        "{release} {linker}: linked in"
                    );
                }
            }
        }
    }
}

#[test]
fn releases_read_written_objects() {
    let compiler = compiler("22");
    for triple in
        ["x86_64-linux-gnu", "i386-linux-gnu", "powerpc64-linux-gnu", "powerpc-linux-gnu", "x86_64-pc-windows-msvc"]
    {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        fs::write(here.join("f.cpp"), format!("{COMMON}{OTHER}")).unwrap();
        let target = format!("--target={triple}");
        let made = tools::run(here, &compiler, &[&target, "-g", "-c", "f.cpp", "-o", "f.o"]);
        assert!(made.status.success(), "{triple}: {}", told(&made));
        there_and_back(here, "f.o", "fat.o", "again.o");
        for release in RELEASES {
            let taken = unbundle(release, here, "o", "fat.o", DEVICE, None);
            assert!(taken.status.success(), "{release} {triple}: {}", told(&taken));
            assert_eq!(fs::read(here.join("out")).unwrap(), b"a device", "{release} {triple}");
        }
    }
}

#[test]
fn host_with_own_device_code_is_kept() {
    let own = "hip-amdgcn-amd-amdhsa--gfx90a:xnack+";
    for host in ["objects/hip.22.o", "objects/hip.22.obj", "objects/hip-compressed.22.o", "kinds/elf.22.o"] {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        fs::copy(fixtures().join(host), here.join("host")).unwrap();
        there_and_back(here, "host", "fat", "again");
        let shown = |file: &str| String::from_utf8(run(here, &["list", file]).stdout).unwrap();
        assert_eq!(shown("again"), shown("host"), "{host}");
        let whole = fs::read(here.join("again")).unwrap();
        assert_eq!(whole.len(), fs::read(here.join("host")).unwrap().len(), "{host}");
        // The same out of an archive.
        let member = archive_of("fat.o", &fs::read(here.join("fat")).unwrap());
        fs::write(here.join("fat.a"), member).unwrap();
        ours(
            here,
            &["unbundle", "-t", "a", "fat.a", &format!("{HOST}=host.a"), &format!("{DEVICE}=dev.a")],
        );
        for (file, content) in [("host.a", whole.as_slice()), ("dev.a", b"a device")] {
            let members = members(&fs::read(here.join(file)).unwrap());
            assert!(members == [content], "{host} {file}: {}", members.len());
        }
        if host.starts_with("objects") {
            ours(here, &["unbundle", "fat", &format!("{own}=own")]);
            assert!(!fs::read(here.join("own")).unwrap().is_empty(), "{host}");
        }
    }
}

fn archive_of(name: &str, content: &[u8]) -> Vec<u8> {
    let header = format!(
        "{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
        format!("{name}/"),
        0,
        0,
        0,
        644,
        content.len()
    );
    [b"!<arch>\n", header.as_bytes(), content].concat()
}

fn members(archive: &[u8]) -> Vec<Vec<u8>> {
    let read = object::read::archive::ArchiveFile::parse(archive).unwrap();
    let members = read
        .members()
        .map(|member| member.unwrap().data(archive).unwrap().to_vec());
    members.collect()
}

#[test]
fn many_sections_are_kept() {
    const COUNT: usize = 70_000;
    // Its output has ten megabytes.
    if !tools::living("llvm-readelf-22") {
        return;
    }
    let compiler = compiler("22");
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let mut source = String::new();
    for number in 0..COUNT {
        source.push_str(&format!(
            ".section .text.{number},\"ax\",@progbits\nf{number}: .long {number}\n"
        ));
    }
    fs::write(here.join("many.s"), source).unwrap();
    let made = tools::run(here, &compiler, &["-c", "many.s", "-o", "many.o"]);
    assert!(made.status.success(), "{}", told(&made));
    there_and_back(here, "many.o", "fat.o", "again.o");
    let symbols = |file: &str| tools::run(here, "llvm-readelf-22", &["-sW", file]).stdout;
    let before = symbols("many.o");
    assert!(before.len() > COUNT);
    for file in ["fat.o", "again.o"] {
        clean(here, "llvm-readelf-22", &["-SW", file]);
        assert!(symbols(file) == before, "{file}");
    }
    assert!(fs::read(here.join("many.o")).unwrap() == fs::read(here.join("again.o")).unwrap());
}

#[test]
#[cfg(target_os = "linux")]
fn large_host_is_not_loaded() {
    /// KiB of address space: half the size of the object.
    const MOST: u32 = 100 << 10;
    const LARGE: u64 = 200 << 20;
    let compiler = compiler("22");
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(
        here.join("f.s"),
        ".data\n.byte 1\n.section .large,\"aw\",@progbits\n.zero 64\n",
    )
    .unwrap();
    let made = tools::run(here, &compiler, &["-c", "f.s", "-o", "f.o"]);
    assert!(made.status.success(), "{}", told(&made));
    // The section grows to a hole at the end of the file.
    let mut bytes = fs::read(here.join("f.o")).unwrap();
    let word = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let table = usize::try_from(word(&bytes, 0x28)).unwrap();
    let large = (table..bytes.len())
        .step_by(64)
        .find(|at| word(&bytes, at + 0x20) == 64)
        .unwrap();
    let end = u64::try_from(bytes.len()).unwrap();
    bytes[large + 0x18..large + 0x20].copy_from_slice(&end.to_le_bytes());
    bytes[large + 0x20..large + 0x28].copy_from_slice(&LARGE.to_le_bytes());
    fs::write(here.join("f.o"), &bytes).unwrap();
    fs::OpenOptions::new()
        .write(true)
        .open(here.join("f.o"))
        .unwrap()
        .set_len(end + LARGE)
        .unwrap();
    fs::write(here.join("dev"), "a device").unwrap();
    for words in [
        ["bundle", "-t", "o", "-o", "fat.o", &format!("{DEVICE}=dev"), &format!("{HOST}=f.o")].as_slice(),
        &["unbundle", "fat.o", &format!("{HOST}=again.o")],
    ] {
        let done = run_within(Limits { address_space: Some(MOST), ..HANGS }, here, words);
        assert!(done.status.success(), "{words:?}: {}", told(&done));
    }
    assert!(fs::metadata(here.join("again.o")).unwrap().len() > LARGE);
}
