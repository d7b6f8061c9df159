//! What speaks against a conversion is told before there is work on it: the code in these files could not even be read to its end.

use std::fs;

use offload_bundle::request::ConvertRequest;

use super::debian::tar;
use super::fixture;
use super::moved::{asked, convert};
use super::packages::{LIBRARY, RECORD, zip};
use crate::support::{new_folder, target};

/// A library whose compressed bundle has another digest than its content.
fn damaged() -> Vec<u8> {
    let mut library = fixture("objects/hip-compressed.22.so");
    let at = library.windows(4).position(|window| window == b"CCOB").unwrap();
    assert_eq!(library[at + 4], 3);
    library[at + 24] ^= 1;
    library
}

#[test]
fn what_speaks_against_it_is_told_before_code_is_read() {
    let path = new_folder();
    let refused = |input: &str, change: &dyn Fn(&mut ConvertRequest)| {
        let mut request = asked("kpack", path(input), Some(&path("out/made")));
        request.archive = Some("all".into());
        change(&mut request);
        convert(&request).unwrap_err().code()
    };
    let library = damaged();
    let signature = "pkg-1.dist-info/RECORD.jws";
    let archive = "pkg/.kpack/all_gfx90a.kpack";
    fs::create_dir_all(path("out/.kpack")).unwrap();
    fs::write(path("lib.so"), &library).unwrap();
    fs::write(path("some.whl"), zip(&[(LIBRARY, &library), (RECORD, b"")])).unwrap();
    fs::write(
        path("signed.whl"),
        zip(&[(LIBRARY, &library), (signature, b"me"), (RECORD, b"")]),
    )
    .unwrap();
    fs::write(
        path("full.whl"),
        zip(&[(LIBRARY, &library), (archive, b"mine"), (RECORD, b"")]),
    )
    .unwrap();
    fs::write(path("some.tar"), tar(&[("lib.so", &library, 0o644)])).unwrap();
    let other = target("gfx1100");
    for input in ["lib.so", "some.whl"] {
        // So far nothing speaks against it but the digest.
        assert_eq!(refused(input, &|_| {}), "wrong-digest", "{input}");
        let found = refused(input, &|request| {
            request.targets.extend([other.clone(), target("gfx90a")]);
        });
        assert_eq!(found, "nothing-fits", "{input}");
    }
    assert_eq!(refused("signed.whl", &|_| {}), "signed");
    assert_eq!(refused("full.whl", &|_| {}), "archive-exists");
    assert_eq!(refused("some.tar", &|_| {}), "takes-no-files");
    fs::write(path("out/.kpack/all_gfx90a.kpack"), "mine").unwrap();
    assert_eq!(refused("lib.so", &|_| {}), "archive-exists");
    assert_eq!(fs::read_dir(path("out")).unwrap().count(), 1);
}
