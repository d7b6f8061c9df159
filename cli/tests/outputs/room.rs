//! Overwriting files on nearly full disks of every kind: the result is the old or the whole new file.

#![expect(clippy::disallowed_methods, reason = "disks need their tools")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::program::{clean, offload_bundle, told};

use super::{DEVICE, below, done};
use offload_bundle_testing::tools;

/// Length of the old and of the new file. The disk holds the new one and a little more.
const LEN: usize = 2 << 20;

struct Disk {
    name: &'static str,
    made: &'static str,
    tool: &'static str,
    is_full: bool,
}

const DISKS: [Disk; 4] = [
    Disk { name: "tmpfs", made: "mount -t tmpfs -o size=${room}k none disk", tool: "mount", is_full: true },
    Disk {
        name: "ext4",
        made: "truncate -s 16M image; mkfs.ext4 -q -m 0 image; mount -o loop image disk; fill",
        tool: "mkfs.ext4",
        is_full: true,
    },
    Disk {
        name: "btrfs",
        // btrfs needs space for its own records, so it is not filled.
        made: "truncate -s 300M image; mkfs.btrfs -q image; mount -o loop image disk",
        tool: "mkfs.btrfs",
        is_full: false,
    },
    Disk {
        name: "xfs",
        made: "truncate -s 320M image; mkfs.xfs -q image; mount -o loop image disk; fill",
        tool: "mkfs.xfs",
        is_full: false,
    },
];

const FILL: &str = "fill() { sync -f disk; free=$(df --output=avail -k disk | tail -1); \
                    fallocate -l $((free - room))K disk/filler; sync -f disk; }";

/// Runs the test on a disk with `room` KiB free; `None` if it cannot be mounted. The process owns the mount.
fn on(disk: &Disk, room: u32, folder: &Path, what: &str) -> Option<Output> {
    if !tools::optional("unshare") || !tools::optional(disk.tool) {
        return None;
    }
    fs::create_dir(folder.join("disk")).unwrap();
    let prepare = format!("set -e; room={room}; {FILL}; {{ {}; }} >&2; echo made;", disk.made);
    let may_mount = ["-m", "-rm"].iter().find_map(|namespaces| {
        let mut unshare = Command::new("unshare");
        let output = clean(unshare.args([namespaces, "sh", "-c"]).arg(format!("{prepare} {what}")))
            .arg(offload_bundle())
            .current_dir(folder)
            .output()
            .unwrap();
        output.stdout.starts_with(b"made").then_some(output)
    });
    if may_mount.is_none() {
        offload_bundle_testing::skip(format_args!("no {} can be made here", disk.name));
    }
    may_mount
}

type Overwritten = (Output, Vec<u8>, Vec<u8>, Vec<u8>);

fn overwritten(disk: &Disk, room: u32, before: &str) -> Option<Overwritten> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(below(&folder, "code"), noise()).unwrap();
    let what = format!(
        "cd disk; {before}; ln old other; sync -f .; cp old ../before; set +e; \
         \"$0\" unbundle ../bundle {DEVICE}=old; code=$?; sync -f .; cp old ../after; ls > ../names; exit $code"
    );
    let code = format!("{DEVICE}=code");
    done(folder.path(), &["bundle", "-t", "bc", "-o", "bundle", &code]);
    let output = on(disk, room, folder.path(), &what)?;
    let read =
        |name: &str| fs::read(below(&folder, name)).unwrap_or_else(|_| panic!("{}: {}", disk.name, told(&output)));
    let names = String::from_utf8(read("names")).unwrap();
    let left = names.lines().filter(|name| !["filler", "lost+found"].contains(name));
    assert_eq!(left.collect::<Vec<_>>(), ["old", "other"], "{}", disk.name);
    let (before, after) = (read("before"), read("after"));
    Some((output, before, after, noise()))
}

fn noise() -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state.to_le_bytes()[7]
    };
    (0..LEN).map(|_| next()).collect()
}

#[test]
fn sparse_file_is_never_half_overwritten() {
    for disk in &DISKS {
        // Partly allocated: the missing space shows in the middle of writing.
        let before = "printf begin > old; truncate -s 2M old; printf end >> old";
        let Some((output, before, after, wanted)) = overwritten(disk, 3584, before) else {
            continue;
        };
        let told = format!("{}: {}", disk.name, told(&output));
        if disk.is_full {
            assert_eq!(output.status.code(), Some(2), "{told}");
            assert!(told.contains("No space left on device"), "{told}");
            assert!(after == before, "{told}: it was overwritten in part");
        } else {
            assert_eq!(output.status.code(), Some(0), "{told}");
            assert!(after == wanted, "{told}: something else came out");
        }
    }
}

#[test]
fn allocated_file_is_overwritten_on_full_disk() {
    for disk in &DISKS {
        // Space for the file and a copy, and a little for the file system.
        let Some((output, _, after, wanted)) = overwritten(disk, 4608, "head -c 2M /dev/urandom > old") else {
            continue;
        };
        let told = format!("{}: {}", disk.name, told(&output));
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(after == wanted, "{told}: something else came out");
    }
}
