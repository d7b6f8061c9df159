//! Usage errors of the drop-in, compared with release 22.

use crate::scene::{HOST, ONE, TWO, ours};

/// Command lines and their messages after `clang-offload-bundler: error: `.
const DRIVER: [(&str, &str); 26] = [
    ("-type=bc", "no output file specified!"),
    (
        "-type=bc -output=out",
        "for the --targets option: must be specified at least once!",
    ),
    (
        "-type=a -unbundle -input=one -output=a -targets=$D",
        "file too small to be an archive: one",
    ),
    ("-type=zzz -list -input=host", "'zzz': invalid file type specified"),
    ("-type= -list -input=host", "'': invalid file type specified"),
    (
        "-type=bc -output=out -targets=$H",
        "number of input files and targets should match in bundling mode",
    ),
    (
        "-type=bc -unbundle -input=b.ll -output=a -output=b -targets=$H",
        "number of output files and targets should match in unbundling mode",
    ),
    (
        "-type=bc -input=host -output=a -output=b -targets=$H",
        "only one output file supported in bundling mode",
    ),
    (
        "-type=bc -unbundle -input=host -input=one -output=a -targets=$H",
        "only one input file supported in unbundling mode",
    ),
    (
        "-type=bc -input=host -input=one -output=out -targets=$D,$D",
        "Duplicate targets are not allowed",
    ),
    (
        "-type=bc -input=one -output=out -targets=openmp-nvptx64-nvidia-cuda--sm_70",
        "expecting exactly one host target but got 0",
    ),
    (
        "-type=bc -input=host -input=one -output=out -targets=$H,host-x86_64-pc-windows-msvc",
        "expecting exactly one host target but got 2",
    ),
    (
        "-type=bc -input=one -output=out -targets=foo-amdgcn-amd-amdhsa--gfx906",
        "invalid target 'foo-amdgcn-amd-amdhsa--gfx906', unknown offloading kind 'foo'",
    ),
    (
        "-type=bc -input=one -output=out -targets=hip-zzz-amd-amdhsa--gfx906",
        "invalid target 'hip-zzz-amd-amdhsa--gfx906', unknown target triple 'zzz-amd-amdhsa-'",
    ),
    (
        "-type=bc -input=one -output=out -targets=foo-zzz-amd-amdhsa--gfx906",
        "invalid target 'foo-zzz-amd-amdhsa--gfx906', unknown offloading kind 'foo', unknown target triple 'zzz-amd-amdhsa-'",
    ),
    (
        "-type=bc -input=one -output=out -targets=hip",
        "Targets need to follow the format '<offload kind>-<target triple>', where '<target triple>' follows the format '<kind>-<arch>-<vendor>-<os>-<env>[-<target id>[:target features]]'.",
    ),
    (
        "-type=bc -input=one -input=two -output=out -targets=$D,$D:xnack+",
        "Cannot bundle inputs with conflicting targets: 'hip-amdgcn-amd-amdhsa--gfx906' and 'hip-amdgcn-amd-amdhsa--gfx906:xnack+'",
    ),
    (
        "-type=bc -input=nope -output=out -targets=$D",
        "'nope': No such file or directory",
    ),
    ("-type=bc -input=dir -output=out -targets=$D", "'dir': Is a directory"),
    (
        "-type=bc -input=one -output=nodir/o -targets=$D",
        "'nodir/o': No such file or directory",
    ),
    ("-list -type=bc", "only one input file supported for -list"),
    (
        "-list -unbundle -type=bc",
        "-unbundle and -list cannot be used together",
    ),
    (
        "-list -type=bc -input=host -output=out",
        "-outputs option is invalid for -list",
    ),
    (
        "-list -type=bc -input=host -targets=$D",
        "-targets option is invalid for -list",
    ),
    (
        "-type=a -input=host -output=out -targets=$D",
        "Archive files are only supported for unbundling",
    ),
    (
        "-check-input-archive -type=bc",
        "-check-input-archive cannot be used while bundling",
    ),
];

#[test]
fn mistakes_of_a_request() {
    for (line, text) in DRIVER {
        let line = line.replace("$H", HOST).replace("$D", ONE).replace("$E", TWO);
        let words: Vec<&str> = line.split(' ').collect();
        let done = ours(&words);
        assert_eq!(done.code, Some(1), "{line}: {done:?}");
        assert_eq!(
            done.stderr,
            format!("/bin/clang-offload-bundler: error: {text}\n"),
            "{line}"
        );
        assert_eq!(done.stdout, "", "{line}");
    }
}

#[test]
fn missing_targets_are_listed_sorted() {
    for (targets, listed) in [
        (vec!["gfx908"], "{908}"),
        (vec!["gfx90c", "gfx908"], "{908} and {90c}"),
        (vec!["gfx90c", "gfx908", "gfx900"], "{900}, {908}, and {90c}"),
    ] {
        let ids: Vec<String> = targets
            .iter()
            .map(|name| format!("hip-amdgcn-amd-amdhsa--{name}"))
            .collect();
        let mut words = vec!["-type=ll".to_owned(), "-unbundle".to_owned(), "-input=b.ll".to_owned()];
        words.extend((0..ids.len()).map(|number| format!("-output=out{number}")));
        words.push(format!("-targets={}", ids.join(",")));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = ours(&words);
        let listed = listed.replace('{', "hip-amdgcn-amd-amdhsa--gfx").replace('}', "");
        let text = format!("/bin/clang-offload-bundler: error: Can't find bundles for {listed}\n");
        assert_eq!((done.code, done.stderr), (Some(1), text));
    }
}

#[test]
fn all_option_mistakes_are_printed() {
    let done = ours(&["--typ=o", "-list=maybe", "-bundle-align=-1", "stray"]);
    assert_eq!(done.code, Some(1));
    let lines: Vec<&str> = done.stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "clang-offload-bundler: Unknown command line argument '--typ=o'.  Try: '/bin/clang-offload-bundler --help'",
            "clang-offload-bundler: for the --list option: 'maybe' is invalid value for boolean argument! Try 0 or 1",
            "clang-offload-bundler: for the --bundle-align option: '-1' value invalid for uint argument!",
            "clang-offload-bundler: Unknown command line argument 'stray'.  Try: '/bin/clang-offload-bundler --help'",
            "clang-offload-bundler: for the --type option: must be specified at least once!",
        ]
    );
}
