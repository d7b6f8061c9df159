//! Damaged text bundles.

use crate::support::program::run;

use crate::judge::{Bench, Expected};

const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906";
const MAGIC: &str = "__CLANG_OFFLOAD_BUNDLE__";

fn start(id: &str) -> String {
    format!("\n# {MAGIC}__START__ {id}\n")
}

fn end(id: &str) -> String {
    format!("\n# {MAGIC}__END__ {id}\n")
}

fn entry(id: &str, content: &str) -> String {
    format!("{}{content}{}", start(id), end(id))
}

#[test]
fn missing_end_marker() {
    let mut bench = Bench::new();
    let text = format!("{}{}device", entry(HOST, "host"), start(DEVICE));
    bench.judge("no END", text.as_bytes(), DEVICE, Expected::Refused(&["bad: "]));
    let text = format!("{}host{}", start(HOST), entry(DEVICE, "device"));
    bench.judge(
        "no END of the first",
        text.as_bytes(),
        DEVICE,
        Expected::Refused(&["bad: "]),
    );
}

#[test]
fn end_marker_of_other_entry() {
    let text = format!("{}host{}{}", start(HOST), end(DEVICE), entry(DEVICE, "device"));
    Bench::new().judge(
        "END of another ID",
        text.as_bytes(),
        DEVICE,
        Expected::Refused(&["bad: "]),
    );
}

#[test]
fn markers_with_crlf() {
    let text = format!("{}{}", entry(HOST, "host"), entry(DEVICE, "device")).replace('\n', "\r\n");
    Bench::new().judge("CRLF", text.as_bytes(), DEVICE, Expected::Refused(&["bad: "]));
}

#[test]
fn cut_at_every_byte() {
    let mut bench = Bench::new();
    let whole = format!("{}{}", entry(HOST, "host\n"), entry(DEVICE, "device"));
    // Readers of all releases accept a text without its last line break.
    for len in 0..whole.len() - 1 {
        bench.judge(
            &format!("cut to {len} bytes"),
            &whole.as_bytes()[..len],
            DEVICE,
            Expected::Anything,
        );
    }
}

#[test]
fn many_starts_take_no_memory() {
    let bench = Bench::new();
    let text = start(DEVICE).repeat(10_000);
    let output = bench.with_little_memory("starts without end", text.as_bytes(), "list bad");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn content_with_marker_is_refused() {
    let mut bench = Bench::new();
    bench.put("in1", format!("first\n# {MAGIC}__END__ {HOST}\nrest").as_bytes());
    bench.put("in2", b"device");
    let host = format!("{HOST}=in1");
    let device = format!("{DEVICE}=in2");
    bench.refuses(
        "END in content",
        &["bundle", "-t", "s", "-o", "out", &host, &device],
        2,
        &["in1", "at byte 0x5"],
    );
    bench.put("in1", format!("first\n# {MAGIC}__START__ {DEVICE}\nrest").as_bytes());
    bench.refuses(
        "START in content",
        &["bundle", "-t", "s", "-o", "out", &host, &device],
        2,
        &["in1", "at byte 0x5"],
    );
}

#[test]
fn marks_of_another_comment_prefix_in_content() {
    let bench = Bench::new();
    for outer in ["#", "//", ";"] {
        for inner in ["#", "//", ";"].into_iter().filter(|inner| *inner != outer) {
            let content = entry(DEVICE, "device").replace("\n#", &format!("\n{inner}"));
            let text = start(HOST).replace('#', outer) + &content + &end(HOST).replace('#', outer);
            bench.put("bad", text.as_bytes());
            let listed = run(bench.path(), &["list", "--ids-only", "bad"]);
            assert_eq!(listed.stdout, format!("{HOST}\n").as_bytes(), "{outer} around {inner}");
            let wanted = format!("{HOST}=-");
            let taken = run(bench.path(), &["unbundle", "bad", &wanted]);
            assert_eq!(taken.stdout, content.as_bytes(), "{outer} around {inner}");
        }
    }
}
