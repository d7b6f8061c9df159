//! `llvm-objdump --offloading` shows the drop-in's packages, and every release unpacks them.

use offload_bundle_testing::tools;

use super::TOOLS;
use super::files::{files, in_scene};

const IMAGES: &[&str] = &[
    "--image=file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx900:xnack-,kind=hip",
    "--image=file=b.bc,triple=nvptx64-nvidia-cuda,arch=sm_70,kind=cuda,feature=+ptx80",
    "--image=file=c.cubin,triple=x86_64-unknown-linux-gnu,kind=openmp",
];

#[test]
fn releases_read_packed_images() {
    let given = in_scene(files());
    for packer in TOOLS {
        let words = [&["-o", "out"], IMAGES].concat();
        let ours = packer.ours(&given, &words);
        assert_eq!((ours.code, ours.stderr.as_str()), (Some(0), ""));
        let packed = &ours.files["out"];
        for reader in TOOLS {
            for (filter, image) in [
                ("triple=amdgcn-amd-amdhsa,arch=gfx900:xnack-", 0),
                ("kind=cuda,feature=+ptx80", 1),
                ("kind=openmp,arch=", 2),
            ] {
                let asked = format!("--image=file=taken,{filter}");
                let done = reader.theirs(&[("in", packed)], &["in", &asked]);
                let expected = given[image].1;
                assert_eq!(
                    done.files["taken"], expected,
                    "{packer:?} {reader:?} {filter}: {done:?}"
                );
            }
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("in"), packed).unwrap();
            let objdump = format!("llvm-objdump-{}", reader.release);
            let output = tools::run(folder.path(), &objdump, &["--offloading", "in"]);
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{objdump}: {said}");
            assert_eq!(said.matches("OFFLOADING IMAGE").count(), 3, "{objdump}: {said}");
            for word in ["gfx900:xnack-", "sm_70", "nvptx64-nvidia-cuda", "openmp", "llvm ir", "cubin"] {
                assert!(said.contains(word), "{objdump}: no {word} in {said}");
            }
        }
    }
}
