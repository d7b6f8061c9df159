//! Files that are overwritten on disks with little room, of every kind that can be made here: what is there afterwards is what was
//! there before, or all of what was to come.

#![expect(clippy::disallowed_methods, reason = "disks need their tools")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::program::{clean, offload_bundle, told};

use super::{DEVICE, below, done};
use offload_bundle_testing::tools;

/// Length of the file that is overwritten and of the one that is written. The disk has room for the second and some more, not for two.
const LEN: usize = 2 << 20;

/// A kind of disk: its name, what makes it at `disk`, with `$room` KiB of room, and the tools for that.
struct Disk {
    name: &'static str,
    made: &'static str,
    tool: &'static str,
    /// Whether holes need room that there is not: nothing is shared.
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
        // It needs room of its own for everything that it notes, so it is not filled.
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

/// Takes all room but `$room` KiB.
const FILL: &str = "fill() { sync -f disk; free=$(df --output=avail -k disk | tail -1); \
                    fallocate -l $((free - room))K disk/filler; sync -f disk; }";

/// Does `what` where `disk` is a disk of that kind with `room` KiB; nothing where there can be none. The disk goes with the process.
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

/// What a run printed, what the file held before and afterwards, and what it was to hold.
type Overwritten = (Output, Vec<u8>, Vec<u8>, Vec<u8>);

/// Overwrites `old`, which `before` makes, and copies out what it is before and afterwards.
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

/// Bytes that no file system makes less of.
fn noise() -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        state.to_le_bytes()[7]
    };
    (0..LEN).map(|_| next()).collect()
}

#[test]
fn a_file_with_holes_is_never_half_overwritten() {
    for disk in &DISKS {
        // Some of it is there, and some would be found missing only in the middle of writing.
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
fn a_file_that_has_its_room_is_overwritten_on_a_full_disk() {
    for disk in &DISKS {
        // Room for it and the copy beside it, and a little for what file systems note.
        let Some((output, _, after, wanted)) = overwritten(disk, 4608, "head -c 2M /dev/urandom > old") else {
            continue;
        };
        let told = format!("{}: {}", disk.name, told(&output));
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(after == wanted, "{told}: something else came out");
    }
}
