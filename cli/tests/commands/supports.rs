//! `supports` and `verify --require`.

use std::fs;
use std::path::Path;

use offload_bundle::BundleBuilder;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::{run, told};

fn scene() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let bundle = |processors: &[&str]| {
        let host = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
        let with = |bundle: BundleBuilder, name: &&str| bundle.entry(format!("hip-amdgcn-amd-amdhsa--{name}"), *name);
        processors.iter().fold(host, with).to_bytes().unwrap()
    };
    let both = bundle(&["gfx906", "gfx90a:xnack+"]);
    fs::write(folder.path().join("all"), &both).unwrap();
    fs::write(folder.path().join("part"), [both, bundle(&["gfx906"])].concat()).unwrap();
    fs::write(folder.path().join("text"), "no bundle").unwrap();
    folder
}

fn asked(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, words);
    (output.status.code(), told(&output))
}

#[test]
fn answer_has_line_per_file_with_reason() {
    let folder = scene();
    let (code, text) = asked(folder.path(), &["supports", "gfx90a:xnack+", "all", "part", "text"]);
    assert_eq!(code, Some(1));
    for line in [
        "all: yes: gfx90a:xnack+ (1 of 1 bundle)\n",
        "part: no: 1 of 2 bundles have no code for gfx90a:xnack+: 1; others: gfx90a:xnack+ (1 of 2 bundles); there is code for gfx906, \
         gfx90a:xnack+\n",
        "1 of 3 files holds no offload bundle",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let (code, text) = asked(folder.path(), &["supports", "gfx1100", "all"]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("all: no: none of 1 bundle has code for gfx1100; there is code for gfx906, gfx90a:xnack+\n"),
        "{text}"
    );
    assert_eq!(asked(folder.path(), &["supports", "gfx906", "all", "part"]).0, Some(0));
    assert_eq!(asked(folder.path(), &["supports", "gfx906", "."]).0, Some(0));
    assert_eq!(asked(folder.path(), &["supports", "gfx906", "text"]).0, Some(1));
    assert_eq!(asked(folder.path(), &["supports", "gfx906", "missing"]).0, Some(2));
    assert_eq!(asked(folder.path(), &["supports", "not a gpu", "all"]).0, Some(2));
}

#[test]
fn gpu_can_be_product_name() {
    let folder = scene();
    for (name, product) in [("MI250X", "Instinct MI250X"), ("instinct-mi210", "Instinct MI210")] {
        let (code, text) = asked(folder.path(), &["supports", name, "all"]);
        assert_eq!(code, Some(1), "{text}");
        assert!(
            text.contains("all: only with xnack+: gfx90a:xnack+ (1 of 1 bundle, another variant)\n"),
            "{text}"
        );
        assert!(
            text.contains(&format!("note: {name:?} is the processor gfx90a ({product})\n")),
            "{text}"
        );
    }
    assert_eq!(asked(folder.path(), &["supports", "RX 7900 XTX", "all"]).0, Some(1));
    assert_eq!(
        asked(folder.path(), &["supports", "GFX906", "all"]),
        asked(folder.path(), &["supports", "gfx906", "all"])
    );
    // Candidates for one processor are not ambiguous.
    assert!(
        asked(folder.path(), &["supports", "MI300", "all"])
            .1
            .contains("processor gfx942")
    );
    let (code, text) = asked(folder.path(), &["supports", "RTX 4000", "all"]);
    assert_eq!(code, Some(2), "{text}");
    for candidate in ["RTX 4000 Ada (sm_89)", "Quadro RTX 4000 (sm_75)", "RTX PRO 4000 Blackwell (sm_120)"] {
        assert!(text.contains(candidate), "{text}");
    }
    let (code, text) = asked(folder.path(), &["supports", "RX 9999", "all"]);
    assert!(code == Some(2) && text.contains("unknown GPU \"RX 9999\""), "{text}");
    assert_eq!(asked(folder.path(), &["list", "--arch", "mi210", "all"]).0, Some(0));
    assert_eq!(
        asked(
            folder.path(),
            &["verify", "--allow", "unknown-content", "--require", "MI60", "all"]
        )
        .0,
        Some(0)
    );
}

#[test]
fn bundles_are_counted_as_in_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let images: Vec<String> = ["gfx90a", "gfx942"]
        .iter()
        .map(|arch| {
            fs::write(path.join(arch), arch).unwrap();
            format!("--image=file={arch},triple=amdgcn-amd-amdhsa,arch={arch},kind=hip")
        })
        .collect();
    let output = run(path, &["pack", "-o", "two.bin", &images[0], &images[1]]);
    assert!(output.status.success(), "{}", told(&output));
    // Each image is an offload binary, and the loader chooses among them.
    let list: Value = serde_json::from_slice(&run(path, &["list", "--json", "two.bin"]).stdout).unwrap();
    assert_eq!(list["files"][0]["bundles"].as_array().unwrap().len(), 2);
    let no = "two.bin: no: none of 2 bundles has code for gfx906; there is code for gfx90a, gfx942\n";
    let (code, text) = asked(path, &["supports", "gfx906", "two.bin"]);
    assert!(code == Some(1) && text.contains(no), "{text}");
    let yes = "two.bin: yes: gfx90a (1 of 1 group of bundles)\n";
    let (code, text) = asked(path, &["supports", "gfx90a", "two.bin"]);
    assert!(code == Some(0) && text.contains(yes), "{text}");
    let json: Value = serde_json::from_slice(&run(path, &["supports", "--json", "gfx90a", "two.bin"]).stdout).unwrap();
    let answer = &json["inputs"][0]["sets"][0]["gpus"][0];
    assert_eq!((&answer["unit_count"], &answer["bundle_count"]), (&1.into(), &2.into()));
}

#[test]
fn json_answer_equals_text() {
    let folder = scene();
    let output = run(folder.path(), &["supports", "--json", "gfx90a:xnack+", "part"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let file = &found["inputs"][0]["sets"][0]["gpus"][0];
    assert_eq!(
        (&file["supported"], &found["inputs"][0]["gpus"][0]["supported"]),
        (&false.into(), &false.into())
    );
    assert_eq!(
        (&file["unit_count"], &file["supported_unit_count"]),
        (&2.into(), &1.into())
    );
    assert_eq!(file["bundles_without"], serde_json::json!([1]));
    assert_eq!(
        file["best_code"],
        serde_json::json!([{ "target": "gfx90a:xnack+", "how": "exact", "unit_count": 1 }])
    );
    let gate = run(
        folder.path(),
        &["verify", "--json", "--require", "gfx90a:xnack+", "part"],
    );
    let gate: Value = serde_json::from_slice(&gate.stdout).unwrap();
    assert_eq!(gate["required"][0]["sets"], found["inputs"][0]["sets"]);
}

#[test]
fn set_and_total_have_lines() {
    let folder = scene();
    let made = |kind: &str, triple: &str, target: &str| {
        let host = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
        host.entry(format!("{kind}-{triple}--{target}"), target)
            .to_bytes()
            .unwrap()
    };
    let (cuda, hip) = (
        made("openmp", "nvptx64-nvidia-cuda", "sm_80"),
        made("hip", "amdgcn-amd-amdhsa", "gfx1103"),
    );
    fs::create_dir(folder.path().join("lib")).unwrap();
    fs::write(folder.path().join("lib/cuda.so"), cuda).unwrap();
    fs::write(folder.path().join("lib/hip.so"), hip).unwrap();
    let lines = |words: &[&str]| {
        let output = run(folder.path(), words);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(
        lines(&["supports", "gfx1103", "lib"]),
        (
            Some(0),
            "lib/hip.so: yes: gfx1103 (1 of 1 bundle)\nlib: yes: 1 of 1 file; 1 file for other GPUs only\n".to_owned()
        )
    );
    assert_eq!(
        lines(&["verify", "--allow", "unknown-content", "--require", "gfx1103", "lib"]).0,
        Some(0)
    );
    let (code, text) = lines(&["supports", "gfx1103,gfx906,sm_80", "lib"]);
    assert_eq!(code, Some(1));
    for line in [
        "lib/hip.so: gfx906: no: none of 1 bundle has code for gfx906; there is code for gfx1103\n",
        "lib/cuda.so: sm_80: yes: sm_80 (1 of 1 bundle)\n",
        "lib: gfx906: no: 0 of 1 file; 1 file for other GPUs only\n",
        "lib: sm_80: yes: 1 of 1 file; 1 file for other GPUs only\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
    // A library for another vendor does not help.
    assert_eq!(
        lines(&["supports", "gfx1103", "lib/cuda.so"]),
        (
            Some(1),
            "lib/cuda.so: no: it has no code for such GPUs, only for sm_80\n".to_owned()
        )
    );
    let (code, text) = lines(&["verify", "--allow", "unknown-content", "--require", "gfx1103", "lib/cuda.so"]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("lib/cuda.so: error[missing-target]: no code for gfx1103: it has no code for such GPUs"),
        "{text}"
    );
    assert_eq!(lines(&["supports", "--kind", "hip", "sm_80", "lib"]).0, Some(1));
    for (name, target) in [("T_gfx906.co", "gfx906"), ("T_gfx90a.co", "gfx90a")] {
        fs::write(
            folder.path().join("lib").join(name),
            made("hip", "amdgcn-amd-amdhsa", target),
        )
        .unwrap();
    }
    assert!(
        lines(&["supports", "gfx906", "lib"])
            .1
            .contains("lib/T_*.co: yes: gfx906\n")
    );
    let (_, text) = lines(&["supports", "gfx908", "lib"]);
    assert!(
        text.contains("lib/T_*.co: no: none of 2 files has code for gfx908; there is code for gfx906, gfx90a\n"),
        "{text}"
    );
}

#[test]
fn require_names_bundle_that_lacks_code() {
    let folder = scene();
    let gate = ["verify", "--allow", "unknown-content", "--require", "gfx906", "--require", "gfx90a:xnack+"];
    assert_eq!(asked(folder.path(), &[&gate[..], &["all"]].concat()).0, Some(0));
    let (code, text) = asked(folder.path(), &[&gate[..], &["part"]].concat());
    assert_eq!(code, Some(1));
    assert!(
        text.contains(
            "part: error[missing-target]: no code for gfx90a:xnack+: 1 of 2 bundles have no code for gfx90a:xnack+: 1;"
        ),
        "{text}"
    );
    assert_eq!(asked(folder.path(), &[&gate[..], &["all", "text"]].concat()).0, Some(1));
    assert_eq!(
        asked(folder.path(), &["verify", "--allow", "unknown-content", "all", "text"]).0,
        Some(0)
    );
    let (code, text) = asked(folder.path(), &["verify", "--require", "gfx90a", "all"]);
    let line = "all: error[missing-target]: no code for gfx90a: it runs only with xnack+: gfx90a:xnack+";
    assert!(code == Some(1) && text.contains(line), "{text}");
}
