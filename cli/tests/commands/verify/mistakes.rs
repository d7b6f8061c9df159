//! Each file has one mistake and exactly one finding.

use super::scene::{GFX90A, GFX906, HOST, Scene, amd, bundle, fixture, gfx906};

fn alone(scene: &Scene, what: &str, file: &[u8], expected: &[&str]) {
    let verified = scene.verify(file);
    assert_eq!(verified.findings, expected, "{what}");
    let bad = expected.iter().any(|finding| !finding.starts_with("note"));
    assert_eq!(verified.code, i32::from(bad), "{what}");
}

/// The bundle with another number at `at`.
fn with(bytes: &[u8], at: usize, number: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
    bytes
}

#[test]
fn structure() {
    let scene = Scene::new();
    let (code, other) = (gfx906(), amd(0x73f));
    let sound = bundle(&[(GFX906, &code), (GFX90A, &other)]);
    let second = 32 + 24 + GFX906.len();
    let frame = second + 24 + GFX90A.len();
    alone(&scene, "sound", &sound, &[]);
    alone(
        &scene,
        "cut",
        &sound[..sound.len() - 1],
        &[&format!(
            "error out-of-bounds: 0, 1, \"entries[1].len_code_object\" at {}",
            second + 8
        )],
    );
    alone(
        &scene,
        "overlap",
        &with(&sound, second, (frame + code.len() - 1) as u64),
        &[
            &format!("warning overlap: 0, 1, \"entries[1].ofs_code_object\" at {second}"),
            &format!(
                "warning unknown-content: 0, 1, \"entries[1]\" at {}",
                frame + code.len() - 1
            ),
        ],
    );
    alone(
        &scene,
        "rest",
        &[&sound[..], b"rest"].concat(),
        &[&format!("warning trailing: null, null, \"\" at {}", sound.len())],
    );
    alone(&scene, "padding", &[&sound[..], &[0; 100]].concat(), &[]);
    alone(
        &scene,
        "cut frame",
        &sound[..40],
        &["error truncated: null, null, \"entries[0].len_code_object\" at 40"],
    );
}

#[test]
fn bundle_after_bad_one_is_checked() {
    let scene = Scene::new();
    let wrong = amd(0x53f);
    let bad = bundle(&[(GFX906, &wrong)]);
    let file = [bad.clone(), bundle(&[(GFX906, &gfx906())]), bad.clone()].concat();
    let place = 32 + 24 + GFX906.len();
    let last = 2 * bad.len() + place;
    alone(
        &scene,
        "first and last",
        &file,
        &[
            &format!("error wrong-processor: 0, 0, \"entries[0]\" at {place}"),
            &format!("error wrong-processor: 2, 0, \"entries[0]\" at {last}"),
        ],
    );
}

#[test]
fn findings_are_in_bundle_order() {
    let scene = Scene::new();
    // Code objects are checked after all IDs.
    let first = bundle(&[(GFX906, &amd(0x53f))]);
    let code = gfx906();
    let second = bundle(&[(GFX906, &code), (GFX906, &code)]);
    let place = 32 + 24 + GFX906.len();
    let id = first.len() + 32 + 24 + GFX906.len() + 24;
    alone(
        &scene,
        "code object, then ID",
        &[first, second].concat(),
        &[
            &format!("error wrong-processor: 0, 0, \"entries[0]\" at {place}"),
            &format!("error duplicate: 1, 1, \"entries[1]\" at {id}"),
        ],
    );
}

#[test]
fn ids_and_composition() {
    let scene = Scene::new();
    let (code, on) = (gfx906(), amd(0x72f));
    let first = 32 + 24;
    let second = |id: &str| first + id.len() + 24;
    let fixed = "hipv4-amdgcn-amd-amdhsa--gfx906:xnack+";
    alone(
        &scene,
        "no ID",
        &bundle(&[("hip", &code)]),
        &["warning bad-id: 0, 0, \"entries[0]\" at 56"],
    );
    alone(
        &scene,
        "twice",
        &bundle(&[(GFX906, &code), (GFX906, &code)]),
        &[&format!("error duplicate: 0, 1, \"entries[1]\" at {}", second(GFX906))],
    );
    alone(
        &scene,
        "open beside fixed",
        &bundle(&[(GFX906, &code), (fixed, &on)]),
        &[&format!("error any-beside-fixed: 0, 1, \"entries[1]\" at {}", second(GFX906))],
    );
    alone(
        &scene,
        "host among others",
        &bundle(&[(GFX906, &code), (HOST, b""), ("hipv4-amdgcn-amd-amdhsa--gfx908", b"")]),
        &[&format!("note host-first: 0, 1, \"entries[1]\" at {}", second(GFX906))],
    );
    alone(
        &scene,
        "no host",
        &bundle(&[("openmp-amdgcn-amd-amdhsa--gfx906", &code)]),
        &["warning host-count: 0, null, \"\" at 0"],
    );
    alone(
        &scene,
        "two hosts",
        &bundle(&[(HOST, b""), ("host-aarch64-unknown-linux-gnu-", b""), (GFX906, &code)]),
        &["warning host-count: 0, null, \"\" at 0"],
    );
}

const LEN_FILE: usize = 8;
const LEN_UNPACKED: usize = 16;
const HASH: usize = 24;

#[test]
fn broken_promises_of_wrappers() {
    let scene = Scene::new();
    let sound = fixture("compressed/device.22.hipfb");
    let number = |at: usize| u64::from_le_bytes(sound[at..at + 8].try_into().unwrap());
    alone(&scene, "sound", &sound, &[]);
    let hash = with(&sound, HASH, number(HASH) ^ 1);
    alone(
        &scene,
        "hash",
        &hash,
        &["error wrong-digest: 0, null, \"body.hash\" at 24"],
    );
    let unpacked = with(&sound, LEN_UNPACKED, number(LEN_UNPACKED) + 1);
    let found = scene.verify(&unpacked).findings;
    assert!(
        matches!(&found[..], [finding] if finding.contains("\"body.len_decompressed\" at 16")),
        "{found:?}"
    );
    let file = with(&sound, LEN_FILE, number(LEN_FILE) + 1);
    let found = scene.verify(&file).findings;
    assert!(found[0].contains("\"body.len_file\" at 8"), "{found:?}");
    // A broken wrapper does not hide faults in the next.
    let both = [hash.clone(), hash].concat();
    let again = sound.len() + HASH;
    alone(
        &scene,
        "both hashes",
        &both,
        &[
            "error wrong-digest: 0, null, \"body.hash\" at 24",
            &format!("error wrong-digest: 1, null, \"body.hash\" at {again}"),
        ],
    );
}

#[test]
fn missing_bundle_is_separate_answer() {
    let scene = Scene::new();
    let verified = scene.verify(b"nothing");
    assert_eq!((verified.code, verified.findings.len()), (1, 0));
    assert_eq!(verified.value["error"]["code"], "not-a-bundle");
}
