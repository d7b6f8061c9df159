//! The chosen entry of random bundles, against an oracle of the documented rules that shares no code with the schema
//! interpreter.

use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::rules::UnbundleRules;
use offload_bundle::request::{EntryRequest, UnbundleRequest};
use offload_bundle::{BundleEntryId, OffloadFile};
use offload_bundle_formats::binary_bundle::{BinaryBundleBuilder, EntryBuilder};
use offload_bundle_formats::registry::REGISTRY;
use proptest::prelude::*;
use proptest::sample::select;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Id {
    kind: &'static str,
    processor: &'static str,
    sramecc: Option<bool>,
    xnack: Option<bool>,
}

/// By the documents.
fn serves(stored: &Id, asked: &Id) -> bool {
    let runtime = |kind: &str| kind.trim_end_matches("v4").to_owned();
    let fits = |stored: Option<bool>, asked: Option<bool>| stored.is_none() || stored == asked;
    runtime(stored.kind) == runtime(asked.kind)
        && stored.processor == asked.processor
        && fits(stored.sramecc, asked.sramecc)
        && fits(stored.xnack, asked.xnack)
}

/// The exact kind wins, then more fixed features, then the first bundle, then the exact spelling, then the first entry.
fn taken(bundles: &[Vec<(Id, String)>], asked: &(Id, String)) -> Option<(usize, usize)> {
    let mut best = None;
    for (bundle, entries) in bundles.iter().enumerate() {
        for (entry, (id, text)) in entries.iter().enumerate() {
            let features = usize::from(id.sramecc.is_some()) + usize::from(id.xnack.is_some());
            let merit = (id.kind == asked.0.kind, features);
            let here = (merit, bundle, *text == asked.1);
            let better = |(best, at, exact): (_, usize, bool)| {
                merit > best || (merit == best && bundle == at && here.2 && !exact)
            };
            if serves(id, &asked.0) && best.is_none_or(|(found, _)| better(found)) {
                best = Some((here, (bundle, entry)));
            }
        }
    }
    best.map(|(_, place)| place)
}

/// In any equal spelling.
fn ids() -> impl Strategy<Value = (Id, String)> {
    let setting = || select(vec![None, Some(true), Some(false)]);
    let parts = (
        select(vec!["hip", "hipv4", "openmp"]),
        select(vec!["gfx906", "gfx90a", "gfx908"]),
        setting(),
        setting(),
    );
    let spelled = (select(vec!["--", "-", "-unknown-", "-gnu-"]), any::<bool>());
    (parts, spelled).prop_map(|((kind, processor, sramecc, xnack), (between, turned))| {
        let setting = |name: &str, on: Option<bool>| on.map(|on| format!(":{name}{}", if on { '+' } else { '-' }));
        let mut features = [setting("sramecc", sramecc), setting("xnack", xnack)].map(Option::unwrap_or_default);
        if turned {
            features.reverse();
        }
        let text = format!("{kind}-amdgcn-amd-amdhsa{between}{processor}{}", features.concat());
        (Id { kind, processor, sramecc, xnack }, text)
    })
}

fn file(bundles: &[Vec<(Id, String)>]) -> Vec<u8> {
    let bundles = bundles.iter().enumerate().map(|(bundle, entries)| {
        let contents: Vec<String> = (0..entries.len()).map(|entry| format!("{bundle} {entry}")).collect();
        let mut builder = BinaryBundleBuilder::default();
        let entries = entries.iter().zip(&contents);
        builder.entries = entries
            .map(|((_, text), content)| EntryBuilder { id: text.into(), code_object: content.as_bytes().into() })
            .collect();
        builder.write().unwrap()
    });
    bundles.collect::<Vec<_>>().concat()
}

fn unbundled(bytes: &[u8], id: &str, unchecked: bool) -> Option<(usize, u64)> {
    let mut request = UnbundleRequest::default();
    request.input = Input::from_bytes("bytes", bytes).into();
    request.wanted = vec![EntryRequest::new(id, "out")];
    (request.dry_run, request.lenient) = (true, true);
    let rules = UnbundleRules { unchecked, one_request_per_entry: unchecked, ..UnbundleRules::default() };
    let report = ops::unbundle(&REGISTRY, &request.with_rules(rules), &mut Context::default()).ok()?;
    Some((report.outputs[0].bundle?, report.outputs[0].entry?))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn chosen_entry_follows_the_rules(
        bundles in prop::collection::vec(prop::collection::vec(ids(), 1..7), 1..4),
        asked in ids(),
    ) {
        let bytes = file(&bundles);
        let expected = taken(&bundles, &asked).map(|(bundle, entry)| (bundle, u64::try_from(entry).unwrap()));
        // As a command and as a drop-in.
        for unchecked in [false, true] {
            prop_assert_eq!(unbundled(&bytes, &asked.1, unchecked), expected, "{}", &asked.1);
        }
        // Through the library.
        let Ok(read) = OffloadFile::from_bytes(bytes) else {
            // The library refuses duplicate IDs in a bundle.
            return Ok(());
        };
        let best = read.best_match(&BundleEntryId::parse(&asked.1).unwrap()).unwrap();
        let found = best.map(|best| String::from_utf8(best.bytes().unwrap().to_vec()).unwrap());
        let content = taken(&bundles, &asked).map(|(bundle, entry)| format!("{bundle} {entry}"));
        prop_assert_eq!(found, content, "{}", &asked.1);
    }
}

#[test]
fn requested_kind_wins_in_any_spelling() {
    let id = |kind, text: &str| {
        (
            Id { kind, processor: "gfx90a", sramecc: None, xnack: Some(true) },
            text.to_owned(),
        )
    };
    let hipv4 = id("hipv4", "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+");
    let hip = id("hip", "hip-amdgcn-amd-amdhsa--gfx90a:xnack+");
    let bytes = file(&[vec![hipv4, hip]]);
    for (kind, entry) in [("hipv4", 0), ("hip", 1)] {
        for rest in ["--gfx90a:xnack+", "-gfx90a:xnack+", "-unknown-gfx90a:xnack+", "--gfx90a:sramecc-:xnack+"] {
            let asked = format!("{kind}-amdgcn-amd-amdhsa{rest}");
            assert_eq!(unbundled(&bytes, &asked, false), Some((0, entry)), "{asked}");
            assert_eq!(unbundled(&bytes, &asked, true), Some((0, entry)), "{asked}");
        }
    }
}

#[test]
fn loader_falls_back_to_generic_processor() {
    use offload_bundle::BundleBuilder;

    let generic = "hip-amdgcn-amd-amdhsa--gfx11-generic";
    let own = "hip-amdgcn-amd-amdhsa--gfx1103";
    let best = |ids: &[&str]| {
        let bundle = ids
            .iter()
            .fold(BundleBuilder::new(), |bundle, id| bundle.entry(*id, id.as_bytes()));
        let file = OffloadFile::from_bytes(bundle.to_bytes().unwrap()).unwrap();
        let by_id = file.best_match(own).unwrap().is_some();
        let best = file.best_match("gfx1103").unwrap();
        (best.map(|best| best.id().unwrap().to_owned()), by_id)
    };
    assert_eq!(
        best(&[generic]),
        (Some(generic.into()), false),
        "an ID goes by its name"
    );
    assert_eq!(best(&[generic, own]), (Some(own.into()), true));
    assert_eq!(best(&["hip-amdgcn-amd-amdhsa--gfx1102"]), (None, false));
}
