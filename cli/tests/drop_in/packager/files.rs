//! Images, and offload binaries by the releases.

use std::sync::OnceLock;

use super::TOOLS;
use crate::scene::Tool;

pub const IMAGES: &[(&str, &[u8])] = &[
    ("a.o", b"image a"),
    ("b.bc", b"image of b"),
    ("c.cubin", b"c"),
    ("d.fatbin", b"image d, of nineteen bytes"),
    ("e.s", b"image\n"),
    ("f.spv", b"\x03\x02\x23\x07"),
    ("noext", b"image without an extension"),
    ("bit.o", b"BC\xc0\xdeimage"),
    ("response", b"-o out '--image=file=a.o,triple=t,note=two words'"),
];

const PACKED: &[&str] = &[
    "--image=file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx900,kind=hip",
    "--image=file=b.bc,triple=amdgcn-amd-amdhsa,arch=gfx901,kind=openmp",
    "--image=file=c.cubin,triple=nvptx64-nvidia-cuda,arch=sm_70,kind=cuda",
    "--image=file=d.fatbin,triple=nvptx64-nvidia-cuda,arch=sm_80,kind=cuda",
    "--image=file=e.s,triple=amdgcn-amd-amdhsa,arch=gfx90a:xnack+,kind=hip,feature=+xnack",
    "--image=file=noext,triple=amdgcn-amd-amdhsa,arch=gfx905,kind=hip",
    "--image=file=a.o,triple=x86_64-unknown-linux-gnu,kind=openmp",
    "--image=file=b.bc,triple=amdgcn-amd-amdhsa,arch=gfx900,kind=hip",
];

pub type NamedFile = (String, Vec<u8>);

/// The images, each installed release's package as `in16.ob` etc., and `one.ob`, `.hidden` and `in.tar.gz` with one image.
pub fn files() -> &'static [NamedFile] {
    static FILES: OnceLock<Vec<NamedFile>> = OnceLock::new();
    FILES.get_or_init(|| {
        let owned = |(name, bytes): &(&str, &[u8])| ((*name).to_owned(), bytes.to_vec());
        let mut files: Vec<NamedFile> = IMAGES.iter().map(owned).collect();
        for tool in TOOLS {
            files.push((format!("in{}.ob", tool.release), packed(tool, PACKED)));
            let one = packed(tool, &["--image=file=a.o,triple=t,arch=x:y+,note=n"]);
            files.extend(["one.ob", ".hidden", "in.tar.gz"].map(|name| (name.to_owned(), one.clone())));
        }
        files
    })
}

pub fn in_scene(files: &[NamedFile]) -> Vec<(&str, &[u8])> {
    files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect()
}

pub fn packed(tool: Tool, images: &[&str]) -> Vec<u8> {
    let words = [&["-o", "packed"], images].concat();
    let done = tool.theirs(IMAGES, &words);
    assert_eq!(done.code, Some(0), "{done:?}");
    done.files["packed"].clone()
}
