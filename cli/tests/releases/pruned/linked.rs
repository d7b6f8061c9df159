//! Handwritten units in each layout of the linkers.

use std::fs;

use offload_bundle_testing::tools;

use super::{HOST, KEPT, build_by, check, pruned, said, workshop};

struct Layout {
    name: &'static str,
    /// The compiler; its release's linker is used.
    compiler: &'static str,
    options: &'static str,
    way: &'static str,
}

const fn layout(name: &'static str, options: &'static str, way: &'static str) -> Layout {
    Layout { name, compiler: super::COMPILER, options, way }
}

const fn by(compiler: &'static str, name: &'static str, options: &'static str, way: &'static str) -> Layout {
    Layout { name, compiler, options, way }
}

impl Layout {
    fn is_missing(&self) -> bool {
        (self.options.contains("=gold") && !tools::optional("ld.gold")) || !tools::living(self.compiler)
    }
}

const LIBRARIES: [Layout; 28] = [
    layout("gnu", "-fuse-ld=bfd", "move"),
    layout("gnu-both-hashes", "-fuse-ld=bfd -Wl,--hash-style=both", "move"),
    layout("gnu-sysv", "-fuse-ld=bfd -Wl,--hash-style=sysv,--build-id", "move"),
    layout("gnu-one-segment", "-fuse-ld=bfd -Wl,-z,noseparate-code", "move"),
    layout("gnu-relr", "-fuse-ld=bfd -Wl,-z,pack-relative-relocs", "move"),
    layout("gnu-stripped", "-fuse-ld=bfd -s", "move"),
    layout("gnu-now", "-fuse-ld=bfd -Wl,-z,now,-z,relro", "move"),
    layout("gnu-relocations", "-fuse-ld=bfd -Wl,--emit-relocs", "move"),
    layout("gnu-rdc", "-fuse-ld=bfd -DSHARED_BUNDLE", "move"),
    layout("gnu-no-relro", "-fuse-ld=bfd -Wl,-z,norelro", "move"),
    layout("gnu-separate", "-fuse-ld=bfd -Wl,-z,separate-code,-z,relro", "move"),
    layout("gnu-no-id", "-fuse-ld=bfd -Wl,--build-id=none", "move"),
    layout("gnu-large-pages", "-fuse-ld=bfd -Wl,-z,max-page-size=0x200000", "zero"),
    layout("gnu-last", "-fuse-ld=bfd -Wl,-T,last.ld", "tail"),
    layout("lld", "-fuse-ld=lld", "phdr"),
    layout("lld-one-segment", "-fuse-ld=lld -Wl,--no-rosegment", "phdr"),
    layout(
        "lld-relr",
        "-fuse-ld=lld -Wl,-z,pack-relative-relocs,-z,max-page-size=65536",
        "phdr",
    ),
    layout("lld-in-place", "-fuse-ld=lld -Wl,--apply-dynamic-relocs -s", "phdr"),
    layout("lld-rdc", "-fuse-ld=lld -DSHARED_BUNDLE", "phdr"),
    layout(
        "lld-separate",
        "-fuse-ld=lld -Wl,-z,separate-code,-z,relro,-z,now",
        "phdr",
    ),
    by("clang-14", "lld-14", "-fuse-ld=lld", "phdr"),
    by("clang-16", "lld-16", "-fuse-ld=lld -Wl,--build-id", "phdr"),
    by("clang-16", "lld-16-rdc", "-fuse-ld=lld -DSHARED_BUNDLE -s", "phdr"),
    by(
        "clang-19",
        "lld-19-relr",
        "-fuse-ld=lld -Wl,-z,pack-relative-relocs",
        "phdr",
    ),
    layout("gold", "-fuse-ld=gold", "phdr"),
    layout("gold-now", "-fuse-ld=gold -Wl,-z,now,-z,relro,--build-id -s", "phdr"),
    layout("gold-rdc", "-fuse-ld=gold -DSHARED_BUNDLE", "phdr"),
    layout("gold-gnu-hash", "-fuse-ld=gold -Wl,--hash-style=gnu", "phdr"),
];

const PROGRAMS: [Layout; 13] = [
    layout("gnu-pie", "-fuse-ld=bfd -pie -fPIE", "move"),
    layout("gnu-no-pie", "-fuse-ld=bfd -no-pie -fno-PIE", "phdr"),
    layout("lld-pie", "-fuse-ld=lld -pie -fPIE", "move"),
    layout("lld-no-pie", "-fuse-ld=lld -no-pie -fno-PIE", "phdr"),
    layout("lld-static", "-fuse-ld=lld -static -no-pie -fno-PIE", "phdr"),
    by("clang-14", "lld-14-pie", "-fuse-ld=lld -pie -fPIE", "move"),
    layout("gnu-pie-stripped", "-fuse-ld=bfd -pie -fPIE -s -Wl,-z,now", "move"),
    layout("gnu-static-pie", "-fuse-ld=bfd -static-pie -fPIE", "move"),
    layout("lld-static-pie", "-fuse-ld=lld -static-pie -fPIE", "phdr"),
    layout("gold-pie", "-fuse-ld=gold -pie -fPIE", "move"),
    layout("gold-no-pie", "-fuse-ld=gold -no-pie -fno-PIE", "phdr"),
    layout("gold-static", "-fuse-ld=gold -static -no-pie -fno-PIE", "zero"),
    layout("gnu-static", "-fuse-ld=bfd -static -no-pie -fno-PIE", "zero"),
];

#[test]
fn libraries_run_as_before() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    for layout in &LIBRARIES {
        if layout.is_missing() {
            continue;
        }
        let options = format!("{} -shared -fPIC", layout.options);
        build_by(folder, layout.compiler, layout.name, &options, &["unit.c"]);
        check(folder, (layout.name, 2, layout.way), &|name| {
            said(folder, "./loader", &[&format!("./{name}")])
        });
    }
}

#[test]
fn exceptions_are_caught_after_pruning() {
    const COMPILER: &str = "clang++-22";
    let Some(folder) = workshop() else { return };
    // It needs a C++ library too.
    if !tools::optional(COMPILER) || !tools::optional("g++") {
        return;
    }
    let folder = folder.path();
    fs::write(folder.join("throws.cpp"), include_bytes!("throws.cpp")).unwrap();
    build_by(folder, super::COMPILER, "unit.o", "-fPIC -c", &["unit.c"]);
    for (name, linker, way) in [("bfd", "bfd", "move"), ("lld", "lld", "phdr")] {
        let options = format!("-fuse-ld={linker} -shared -fPIC");
        build_by(folder, COMPILER, name, &options, &["unit.o", "throws.cpp"]);
        let small = format!("{name}.small");
        let report = pruned(folder, name, &small, KEPT).unwrap();
        assert_eq!(report.resize_method, Some(way));
        for name in [name, &small] {
            let told = said(folder, "./loader", &[&format!("./{name}")]);
            assert!(told.contains("caught 42\n"), "{name}: {told}");
        }
    }
}

#[test]
fn musl_loads_pruned_libraries() {
    const MUSL: &str = "musl-gcc";
    let Some(folder) = workshop() else { return };
    if !tools::optional(MUSL) {
        return;
    }
    let folder = folder.path();
    said(folder, MUSL, &["-rdynamic", "runtime.c", "-o", "loader"]);
    for (name, options, way) in [
        ("musl", "-Wl,--build-id", "move"),
        ("musl-both-hashes", "-Wl,--hash-style=both,-z,now", "move"),
        ("musl-stripped", "-s", "move"),
    ] {
        build_by(folder, MUSL, name, &format!("{options} -shared -fPIC"), &["unit.c"]);
        check(folder, (name, 2, way), &|name| {
            said(folder, "./loader", &[&format!("./{name}")])
        });
    }
}

#[test]
fn programs_run_as_before() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    for layout in &PROGRAMS {
        if layout.is_missing() {
            continue;
        }
        let options = format!("{} -DPROGRAM", layout.options);
        build_by(folder, layout.compiler, layout.name, &options, &["unit.c", "runtime.c"]);
        check(folder, (layout.name, 2, layout.way), &|name| {
            said(folder, &folder.join(name).to_string_lossy(), &[])
        });
    }
}

#[test]
fn compressed_bundles_stay_compressed() {
    let Some(folder) = workshop() else { return };
    let folder = folder.path();
    let options = "-fuse-ld=lld -shared -fPIC -UFIRST -DFIRST=packed.ccob";
    build_by(folder, super::COMPILER, "packed", options, &["unit.c"]);
    let report = pruned(folder, "packed", "packed.small", KEPT).unwrap();
    let compressed: Vec<bool> = report.bundles.iter().map(|bundle| bundle.compressed).collect();
    assert_eq!(compressed, [true, false]);
    let file = offload_bundle::open(folder.join("packed.small")).unwrap();
    let ids = |file: &offload_bundle::OffloadFile| -> Vec<(String, Vec<u8>)> {
        let entries = file.bundles().flat_map(|bundle| bundle.entries().collect::<Vec<_>>());
        let entries = entries.map(|entry| (entry.id().unwrap().to_owned(), entry.bytes().unwrap().to_vec()));
        entries.collect()
    };
    let before = ids(&offload_bundle::open(folder.join("packed")).unwrap());
    let is_kept = |(id, _): &(String, Vec<u8>)| id.contains(KEPT) || id == HOST;
    assert!(ids(&file) == before.into_iter().filter(is_kept).collect::<Vec<_>>());
}
