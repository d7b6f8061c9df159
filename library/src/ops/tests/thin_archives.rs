//! Thin archives, whose members are files beside them: nothing leads out of their folder.

use std::fs;

use object::archive::THIN_MAGIC;

use super::archives::{bundle, header, listed, member, run_list};
use super::{Folder, listing};
use crate::report::Outcome;

/// A link may lead out of the folder, so none is followed: neither one that is a member, nor one that is a folder on the way.
#[cfg(unix)]
#[test]
fn links_in_place_of_members_of_thin_archives_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.put("outside.o", bundle());
    fs::create_dir_all(folder.path("lib/sub")).unwrap();
    folder.put("lib/sub/in.o", bundle());
    symlink("../outside.o", folder.path("lib/link.o")).unwrap();
    symlink("..", folder.path("lib/up")).unwrap();
    symlink("in.o", folder.path("lib/sub/same.o")).unwrap();
    // The archive itself may be reached by one.
    symlink("lib", folder.path("other")).unwrap();
    let names = "link.o/\nup/outside.o/\nsub/same.o/\nsub/in.o/\n";
    let at = |name: &str| format!("/{}", names.find(name).unwrap());
    let thin = [
        THIN_MAGIC.to_vec(),
        member("//", names.as_bytes()),
        header(&at("link"), "47"),
        header(&at("up/"), "47"),
        header(&at("sub/same"), "47"),
        header(&at("sub/in"), "47"),
    ];
    folder.put("lib/thin.a", thin.concat());
    for archive in ["lib/thin.a", "other/thin.a"] {
        let (found, _, said) = run_list(&listing(folder.path(archive)));
        assert_eq!(
            found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
            ["sub/in.o"],
            "{archive}"
        );
        for name in ["link.o", "up/outside.o", "sub/same.o"] {
            let expected = format!("\"{name}\" cannot be read: a link stands there or on the way, and is not followed");
            assert!(said.contains(&expected), "{said}");
        }
    }
}

#[test]
fn members_of_thin_archives_are_files_beside_them() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    folder.put("sub/a.o", bundle());
    folder.put("outside.o", bundle());
    fs::create_dir(folder.path("lib")).unwrap();
    fs::rename(folder.path("sub"), folder.path("lib/sub")).unwrap();
    let absolute = folder.path("outside.o");
    let names = format!("sub/a.o/\nsub/./a.o/\n../outside.o/\n{absolute}/\nmissing.o/\nsub/\n");
    let at = |name: &str| format!("/{}", names.find(name).unwrap());
    let thin = [
        THIN_MAGIC.to_vec(),
        member("//", names.as_bytes()),
        header(&at("sub/a.o"), "47"),
        header(&at("../out"), "47"),
        header(&at(&absolute), "47"),
        header(&at("missing"), "47"),
        header(&at("sub/\n"), "47"),
        header(&at("sub/./a.o"), "47"),
    ];
    let bytes = thin.concat();
    let input = folder.put("lib/thin.a", &bytes);
    let (found, outcome, said) = run_list(&listing(input));
    assert_eq!(outcome, Ok(Outcome::Failed));
    assert_eq!(
        found.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["sub/a.o"]
    );
    let said = folder.strip(&said);
    let outside = "cannot be read: it leads out of the archive's folder, and is not followed";
    for expected in [
        format!("the member \"../outside.o\" {outside}"),
        format!("the member \"{}\" {outside}", folder.strip(&absolute)),
        "the member \"missing.o\" cannot be read: No such file or directory".into(),
        "the member \"sub\" cannot be read: not a regular file".into(),
        "the member \"sub/./a.o\" cannot be read: the same file is a member before, and is not looked at twice".into(),
    ] {
        let line = said
            .lines()
            .find(|line| line.ends_with(&expected) && line.starts_with("lib/thin.a: 0x"));
        assert!(line.is_some(), "{expected}: {said}");
    }
    // Bytes have no folder.
    let (found, outcome, said) = listed("lib.a", bytes);
    assert_eq!((found.len(), outcome), (0, Ok(Outcome::Failed)));
    assert!(
        said.contains("its file lies beside the archive, but the archive did not come from a file"),
        "{said}"
    );
}
