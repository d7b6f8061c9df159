//! `prune` of a library with made CUDA fat binaries, sound or with a changed byte: what remains are whole entries of the
//! input, in order, and a second run changes nothing.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::request::RequestedTarget;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{STANDARD, input, written};
use offload_bundle_rewrite::{PruneReport, PruneRequest};

/// A library with one HIP bundle and one wrapper.
const LIBRARY: &[u8] = include_bytes!("../../conformance/fixtures/objects/hip.22.so");
/// The place of its bundle.
const HELD: std::ops::Range<usize> = 0x1000..0x1000 + 12808;

const TARGETS: [&str; 8] = ["sm_75", "sm_86", "sm_89", "sm_90", "sm_103", "sm_120", "ptx", "elf"];
const PROCESSORS: [u32; 8] = [75, 80, 86, 87, 89, 90, 100, 120];
/// PTX, cubin, LTO IR, a group, an unknown kind.
const KINDS: [u16; 5] = [1, 2, 8, 0x100, 7];
/// None, `a`, `f`.
const FLAGS: [u64; 3] = [0x11, 0x10_0011, 0x20_0011];

fn pick<T: Copy>(all: &[T], byte: u8) -> Option<T> {
    all.get(usize::from(byte).checked_rem(all.len())?).copied()
}

/// Fat binaries from the bytes: four for each entry; a byte 255 ends a fat binary.
fn fat_binaries(bytes: &[u8]) -> Vec<u8> {
    let (mut all, mut content) = (Vec::new(), Vec::new());
    let end = |all: &mut Vec<u8>, content: &mut Vec<u8>| {
        all.extend([0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0]);
        all.extend(u64::try_from(content.len()).unwrap_or(0).to_le_bytes());
        all.append(content);
    };
    for (number, entry) in (1_u8..=255).zip(bytes.chunks(4)) {
        let [kind, processor, flags, len] = entry else { break };
        if *kind == 255 {
            end(&mut all, &mut content);
            continue;
        }
        let len = u64::from(*len / 8 * 8);
        content.extend(pick(&KINDS, *kind).unwrap_or(2).to_le_bytes());
        content.extend([1, 1, 64, 0, 0, 0]);
        content.extend(len.to_le_bytes());
        content.extend([0; 12]);
        content.extend(pick(&PROCESSORS, *processor).unwrap_or(75).to_le_bytes());
        content.extend([0; 8]);
        content.extend(pick(&FLAGS, *flags).unwrap_or(0).to_le_bytes());
        content.extend([0; 16]);
        content.extend((0..len).map(|_| number));
    }
    end(&mut all, &mut content);
    all
}

/// The library with `held` in place of its bundle, under the names of CUDA.
fn library(held: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = LIBRARY.to_vec();
    let place = bytes.get_mut(HELD)?;
    place.fill(0);
    place.get_mut(..held.len())?.copy_from_slice(held);
    for (from, to) in
        [(&b".hip_fatbin\0"[..], &b".nv_fatbin\0\0"[..]), (b".hipFatBinSegment\0", b".nvFatBinSegment\0\0")]
    {
        let at = bytes.windows(from.len()).rposition(|window| window == from)?;
        bytes.get_mut(at..)?.get_mut(..to.len())?.copy_from_slice(to);
    }
    Some(bytes)
}

/// The entries of the fat binary at `at`, each with its header.
fn entries(bytes: &[u8], at: u64) -> Option<Vec<&[u8]>> {
    let bytes = bytes.get(usize::try_from(at).ok()?..)?;
    let number = |at: usize| Some(usize::try_from(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?)).ok()?);
    let short = |at: usize| Some(usize::try_from(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)).ok()?);
    let (mut at, end) = (16, number(8)?.checked_add(16)?);
    let mut found = Vec::new();
    while at < end {
        let next = at
            .checked_add(short(at.checked_add(4)?)?)?
            .checked_add(number(at.checked_add(8)?)?)?;
        found.push(bytes.get(at..next)?);
        at = next;
    }
    (at == end).then_some(found)
}

fn prune(bytes: &[u8], target: &RequestedTarget, is_kept: bool, exact: bool) -> Option<(PruneReport, Vec<u8>)> {
    let mut request = PruneRequest::default();
    request.input = input(bytes);
    request.output = Some(STANDARD.into());
    request.exact = exact;
    match is_kept {
        true => request.keep = vec![target.clone()],
        false => request.drop = vec![target.clone()],
    }
    written(|context| offload_bundle_rewrite::prune(&REGISTRY, &request, context))
}

fuzz_target!(|bytes: &[u8]| {
    let [choice, at, skip, value, entries_of @ ..] = bytes else {
        return;
    };
    let mut held = fat_binaries(entries_of);
    let changed = usize::from(*at).wrapping_mul(64).wrapping_add(usize::from(*skip));
    if let Some(byte) = held.get_mut(changed) {
        *byte ^= value;
    }
    let target = pick(&TARGETS, *choice).and_then(|name| RequestedTarget::parse(&REGISTRY, name).ok());
    let (Some(target), Some(library)) = (target, library(&held)) else {
        return;
    };
    let (is_kept, exact) = (choice & 0x40 == 0, choice & 0x80 != 0);
    for whole in [held, library] {
        let Some((report, out)) = prune(&whole, &target, is_kept, exact) else {
            continue;
        };
        for bundle in &report.bundles {
            let before = entries(&whole, bundle.offset_before.0);
            let after = entries(&out, bundle.offset.0);
            let (Some(before), Some(after)) = (before, after) else {
                panic!("a fat binary without a sound length");
            };
            let mut left = after.into_iter().peekable();
            for entry in before {
                left.next_if_eq(&entry);
            }
            assert!(left.next().is_none(), "whole entries, in order");
        }
        if let Some((_, again)) = prune(&out, &target, is_kept, exact) {
            assert!(again == out, "once more");
        }
    }
});
