//! `-debug-only` prints decisions.

use offload_bundle_core::ids::{Aspect, Grammar, Verdict};

use super::driver::Driver;
use super::targets::Target;

/// Type of debug output.
const COMPATIBILITY: &str = "CodeObjectCompatibility";

impl Driver<'_> {
    pub(super) fn tells_decisions(&self) -> bool {
        let types = self.options.debug_only.as_deref().unwrap_or_default();
        types.split(',').any(|named| named == COMPATIBILITY)
    }

    pub(super) fn tell_decisions<'s>(&mut self, stored: impl IntoIterator<Item = &'s str>, targets: &[Target]) {
        let ids = self.registry.ids;
        let interchangeable = self.options.hip_openmp_compatible == Some(true);
        for stored in stored {
            for target in targets {
                let asked = target.given.as_str();
                let verdict = ids.verdict(stored, asked);
                let alternatives = || ids.interchangeable(asked).into_iter().filter(|_| interchangeable);
                let other = || {
                    let verdicts = alternatives().map(|asked| ids.verdict(stored, &asked));
                    verdicts.into_iter().find(|verdict| verdict.compatible)
                };
                let verdict = if verdict.compatible {
                    verdict
                } else {
                    other().unwrap_or(verdict)
                };
                let decision = decision(ids, stored, asked, &verdict);
                let style = &self.release.behaves_as;
                let [stored, asked] = [stored, asked].map(|id| ids.restyle(id, style).unwrap_or_else(|_| id.into()));
                self.say(&format!("{decision} \t[CodeObject: {stored}]\t:\t[Target: {asked}]"));
            }
        }
    }
}

fn decision(ids: &Grammar<'static>, stored: &str, asked: &str, verdict: &Verdict) -> &'static str {
    let [stored, asked] = [stored, asked].map(|id| Named::new(ids, id));
    if verdict.compatible {
        return match stored == asked {
            true => "Compatible: Exact match:",
            false => "Compatible: Target IDs are compatible",
        };
    }
    match verdict.reasons.first().map(|reason| reason.aspect) {
        Some(Aspect::Processor | Aspect::OwnFeatures) => "Incompatible: Processor mismatch",
        Some(Aspect::Features) if stored.features.len() > asked.features.len() => {
            "Incompatible: CodeObject has more features than target"
        }
        Some(Aspect::Features) => {
            let value = |name: &str| asked.features.iter().find(|(asked, _)| asked == name);
            let differs = stored
                .features
                .iter()
                .find(|feature| value(&feature.0) != Some(feature));
            match differs.and_then(|(name, _)| value(name)) {
                None => {
                    "Incompatible: Value of CodeObject's non-ANY feature is not matching with Target feature's ANY value"
                }
                Some(_) => {
                    "Incompatible: Value of CodeObject's non-ANY feature is not matching with Target feature's non-ANY value"
                }
            }
        }
        _ => "Incompatible: Kind/Triple mismatch",
    }
}

/// Apart from the triple.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    kind: Option<String>,
    processor: Option<String>,
    /// With signs, in written order.
    features: Vec<(String, String)>,
}

impl Named {
    fn new(ids: &Grammar<'static>, id: &str) -> Self {
        let parts = ids.parts(id).unwrap_or_default();
        let all = |name: &'static str| {
            parts
                .iter()
                .filter(move |part| part.name == name)
                .map(|part| part.value.clone())
        };
        Self {
            kind: all("kind").next(),
            processor: all("processor").next(),
            features: all("feature").zip(all("sign")).collect(),
        }
    }
}
