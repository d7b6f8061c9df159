//! No output replaces a file that was read.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::input::Input;
use offload_bundle::ops::{Context, extract, inspect, size, unbundle};
use offload_bundle::request::{EntryRequest, ExtractRequest, InspectRequest, SizeRequest, UnbundleRequest};
use offload_bundle::{Error, REGISTRY};

use crate::support;
use crate::support::{about, target};

fn bundle(target: &str) -> Vec<u8> {
    support::bundle(&[(target, &[b'.'; 9])])
}

fn tar(name: &str, bytes: &[u8], less: usize) -> Vec<u8> {
    let mut header = vec![0_u8; 512];
    header[..name.len()].copy_from_slice(name.as_bytes());
    header[100..108].copy_from_slice(b"0000644\0");
    header[124..136].copy_from_slice(format!("{:011o}\0", bytes.len()).as_bytes());
    header[148..156].fill(b' ');
    header[156] = b'0';
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let mut tar = [&header, bytes].concat();
    tar.truncate(tar.len() - less);
    if less == 0 {
        tar.resize(tar.len().next_multiple_of(512) + 1024, 0);
    }
    tar
}

fn thin(names: &[&str], len: usize) -> Vec<u8> {
    let member = |name: &&str| {
        format!(
            "{:<16}{:<12}{:<6}{:<6}{:<8}{len:<10}`\n",
            format!("{name}/"),
            0,
            0,
            0,
            "644"
        )
    };
    let members: String = names.iter().map(member).collect();
    format!("!<thin>\n{members}").into_bytes()
}

struct Scene(tempfile::TempDir);

impl Scene {
    fn new() -> Self {
        let scene = Self(tempfile::tempdir().unwrap());
        fs::create_dir(scene.at("dir")).unwrap();
        scene
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.at(name), bytes).unwrap();
    }

    fn page(&self, input: &str, page: &str) -> [Result<(), Error>; 2] {
        let mut of_size = SizeRequest::default();
        (of_size.inputs, of_size.page) = (vec![self.at(input).into()], Some(self.at(page)));
        let mut of_inspect = InspectRequest::default();
        (of_inspect.inputs, of_inspect.page) = (vec![self.at(input).into()], Some(self.at(page)));
        [size(&REGISTRY, &of_size).map(drop), inspect(&REGISTRY, &of_inspect).map(drop)]
    }

    fn refuses(&self, input: &str, page: &str) {
        for told in self.page(input, page) {
            let refused =
                matches!(&told, Err(Error::OutputIsInput { file }) if Path::new(file.as_os_str()) == self.at(page));
            assert!(refused, "{input} {page}: {told:?}");
        }
    }

    fn allows(&self, input: &str, page: &str) {
        assert!(self.page(input, page).iter().all(Result::is_ok), "{input} {page}");
    }
}

#[test]
fn page_never_replaces_a_read_folder_file() {
    let scene = Scene::new();
    scene.put("dir/app.hipfb", bundle("gfx906"));
    scene.put("dir/whole.tar", tar("lib.hipfb", &bundle("gfx906"), 0));
    scene.put("dir/broken.tar", tar("lib.hipfb", &bundle("gfx906"), 3));
    fs::hard_link(scene.at("dir/app.hipfb"), scene.at("other")).unwrap();
    for page in ["dir/app.hipfb", "dir/whole.tar", "dir/broken.tar", "other"] {
        scene.refuses("dir", page);
    }
    scene.refuses("dir/whole.tar!lib.hipfb", "dir/whole.tar");
    // An earlier page, and other files that are only counted.
    scene.put("dir/page.html", "<!doctype html>");
    scene.allows("dir", "dir/page.html");
    scene.allows("dir", "dir/new.html");
}

#[test]
fn page_never_replaces_a_thin_archive_member() {
    let scene = Scene::new();
    scene.put("dir/a.o", bundle("gfx906"));
    scene.put("dir/lib.a", thin(&["a.o"], bundle("gfx906").len()));
    scene.refuses("dir/lib.a", "dir/a.o");
    scene.refuses("dir/lib.a", "dir/lib.a");
    scene.allows("dir/lib.a", "dir/page.html");
}

#[test]
fn page_never_replaces_an_open_input() {
    let scene = Scene::new();
    scene.put("app.hipfb", bundle("gfx906"));
    let mut request: InspectRequest = about(Input::open(scene.at("app.hipfb")).unwrap());
    request.page = Some(scene.at("app.hipfb"));
    assert!(matches!(inspect(&REGISTRY, &request), Err(Error::OutputIsInput { .. })));
}

/// This includes members without extracted entries.
#[test]
fn extraction_never_replaces_a_thin_member() {
    let scene = Scene::new();
    let id = "hip-amdgcn-amd-amdhsa--gfx906";
    for (name, target) in [("dir/a.o", "gfx906"), ("dir/b.o", "gfx90a")] {
        scene.put(name, bundle(target));
    }
    let lib = thin(&["a.o", "b.o"], bundle("gfx906").len());
    scene.put("dir/lib.a", &lib);
    let mut of_unbundle = UnbundleRequest::default();
    of_unbundle.input = scene.at("dir/lib.a").into();
    of_unbundle.wanted = vec![EntryRequest::new(id, scene.at("dir/b.o"))];
    let told = unbundle(&REGISTRY, &of_unbundle, &mut Context::default()).map(drop);
    assert!(matches!(told, Err(Error::OutputIsInput { .. })), "{told:?}");
    of_unbundle.scan.file_type = REGISTRY.file_type("a");
    let told = unbundle(&REGISTRY, &of_unbundle, &mut Context::default()).map(drop);
    assert!(matches!(told, Err(Error::OutputIsInput { .. })), "{told:?}");
    assert_eq!(fs::read(scene.at("dir/b.o")).unwrap(), bundle("gfx90a"));

    // The name that `extract` would choose for one is the other.
    let mut of_extract: ExtractRequest = about(scene.at("dir/lib.a"));
    of_extract.folder = scene.at("dir");
    of_extract.force = true;
    of_extract.filter.targets = vec![target("gfx906")];
    let mut dry = of_extract.clone();
    dry.dry_run = true;
    let planned = extract(&REGISTRY, &dry, &mut Context::default()).unwrap();
    let name = planned.outputs[0].output.file_name().unwrap().to_owned();
    fs::rename(scene.at("dir/b.o"), scene.at("dir").join(&name)).unwrap();
    let name = name.to_str().unwrap();
    scene.put("dir/lib.a", thin_with_long_name("a.o", name, bundle("gfx906").len()));
    let told = extract(&REGISTRY, &of_extract, &mut Context::default()).map(drop);
    assert!(matches!(told, Err(Error::OutputIsInput { .. })), "{told:?}");
}

fn thin_with_long_name(first: &str, second: &str, len: usize) -> Vec<u8> {
    let mut names = format!("{second}/\n");
    if names.len() % 2 == 1 {
        names.push('\n');
    }
    let line = |name: &str, len: usize| format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{len:<10}`\n", 0, 0, 0, "644");
    let members = [line("//", names.len()), names, line(&format!("{first}/"), len), line("/0", len)];
    format!("!<thin>\n{}", members.concat()).into_bytes()
}
