//! The parts of separate triples and target IDs. Clang Offload Bundler, "Bundle Entry ID" and "Target ID".

use offload_bundle_core::ids::{Captures, ParseError};

use crate::interpreted::GRAMMAR;

const TRIPLES: &[(&str, &str)] = &[
    ("amdgcn", "arch=amdgcn"),
    ("amdgcn-", "arch=amdgcn vendor="),
    ("amdgcn-amd", "arch=amdgcn vendor=amd"),
    ("amdgcn-amd-", "arch=amdgcn vendor=amd os="),
    ("amdgcn-amd-amdhsa", "arch=amdgcn vendor=amd os=amdhsa"),
    ("amdgcn-amd-amdhsa-", "arch=amdgcn vendor=amd os=amdhsa environment="),
    ("amdgcn-amd-amdhsa--", "arch=amdgcn vendor=amd os=amdhsa environment="),
    ("amdgcn-amd-amdhsa---", "arch=amdgcn vendor=amd os=amdhsa environment="),
    (
        "amdgcn-amd-linux-gnu",
        "arch=amdgcn vendor=amd os=linux environment=gnu",
    ),
    (
        "amdgcn-amd-linux-gnu-",
        "arch=amdgcn vendor=amd os=linux environment=gnu",
    ),
    (
        "amdgcn-amd-linux-gnu--",
        "arch=amdgcn vendor=amd os=linux environment=gnu",
    ),
    ("amdgcn-amd-linux-gnu-gfx906", "! 22 `-` or the end `gfx906`"),
    ("amdgcn-linux", "arch=amdgcn os=linux"),
    ("amdgcn-linux-", "arch=amdgcn os=linux"),
    ("amdgcn-linux--", "arch=amdgcn os=linux"),
    ("amdgcn-linux-gnu", "arch=amdgcn os=linux environment=gnu"),
    ("amdgcn-linux6-gnu2.1-", "arch=amdgcn os=linux6 environment=gnu2.1"),
    ("amdgcn-linux-zzz", "arch=amdgcn vendor=linux os=zzz"),
    ("amdgcn-linux-zzz-", "arch=amdgcn vendor=linux os=zzz environment="),
    ("amdgcn--linux", "arch=amdgcn vendor= os=linux"),
    ("amdgcn---gnu", "arch=amdgcn vendor= os= environment=gnu"),
    ("x86_64-linuxx-gnu", "arch=x86_64 vendor=linuxx os=gnu"),
    (
        "AZaz09_.+-AZaz09_.+-AZaz09_.+-AZaz09_.+",
        "arch=AZaz09_.+ vendor=AZaz09_.+ os=AZaz09_.+ environment=AZaz09_.+",
    ),
    ("", "! 1 an architecture the end"),
    ("-amd", "! 1 an architecture `-amd`"),
    ("a:b", "! 2 `-` or the end `:b`"),
    ("amdgcn-amd-a:b", "! 13 `-` or the end `:b`"),
    ("amdgcn-A_b+", "arch=amdgcn vendor=A_b+"),
    ("amdgcn-zzz-", "arch=amdgcn vendor=zzz os="),
    ("amdgcn-zzz-linux", "arch=amdgcn vendor=zzz os=linux"),
];

const TARGETS: &[(&str, &str)] = &[
    ("gfx906", "processor=gfx906"),
    ("gfx906:xnack+", "processor=gfx906 feature=xnack sign=+"),
    (
        "gfx906:xnack+:sramecc-",
        "processor=gfx906 feature=xnack sign=+ feature=sramecc sign=-",
    ),
    ("gfx906:", "processor=gfx906"),
    ("gfx906-", "processor=gfx906"),
    ("gfx906--", "processor=gfx906"),
    ("gfx906---", "! 8 a letter or digit `--`"),
    ("gfx9-generic", "processor=gfx9-generic"),
    ("gfx9-generic-", "processor=gfx9-generic"),
    ("gfx9-4-generic:xnack-", "processor=gfx9-4-generic feature=xnack sign=-"),
    ("new", "processor=new"),
    ("new-1", "processor=new-1"),
    ("new-1:a+", "processor=new-1 feature=a sign=+"),
    ("new:a", "! 6 `+` or `-` the end"),
    ("new:a+:a-", "! 8 a feature that is not named before `a-`"),
    ("new:a+:a", "! 8 a feature that is not named before `a`"),
    ("", "! 1 a processor the end"),
    ("AZaz09_.:AZaz09_-", "processor=AZaz09_. feature=AZaz09_ sign=-"),
    ("new+", "! 4 `-`, `:` or the end `+`"),
    ("-new", "! 1 a processor `-new`"),
    ("gfx906:xnack+-", "! 14 `:` or the end `-`"),
    ("gfx90", "processor=gfx90"),
    ("gfx9060", "processor=gfx9060"),
    ("sm_90a", "processor=sm_90a"),
    ("sm_90aa", "processor=sm_90aa"),
];

const UNCHECKED: &[(&str, &str)] = &[
    ("", "kind="),
    ("a", "kind=a"),
    ("a:b", "kind=a:b"),
    ("a-b", "kind=a arch=b"),
    ("a-b-c", "kind=a arch=b vendor=c"),
    ("a-b-c-d", "kind=a arch=b vendor=c os=d"),
    ("a-b-c-d-e", "kind=a arch=b vendor=c os=d environment=e"),
    ("a-b-c-d-e-f:!", "kind=a arch=b vendor=c os=d environment=e"),
    ("--", "kind= arch= vendor="),
    ("---:-", "kind= arch= vendor= os=: environment="),
    ("-----", "kind= arch= vendor= os= environment="),
];

pub fn told(read: Result<Captures<'_>, ParseError>) -> String {
    match read {
        Ok(captures) => {
            let items = captures.items().iter();
            let items: Vec<String> = items.map(|item| format!("{}={}", item.part, item.text)).collect();
            items.join(" ")
        }
        Err(error) => format!("! {} {} {}", error.column, error.expected, error.found),
    }
}

#[test]
fn triple_and_target_parts_are_located() {
    for (text, parts) in TRIPLES {
        assert_eq!(told(GRAMMAR.read_triple(text)), *parts, "{text:?}");
    }
    for (text, parts) in TARGETS {
        assert_eq!(told(GRAMMAR.read_target(text)), *parts, "{text:?}");
    }
    for (text, parts) in UNCHECKED {
        assert_eq!(told(GRAMMAR.read_by(GRAMMAR.rules.unchecked, text)), *parts, "{text:?}");
    }
}
