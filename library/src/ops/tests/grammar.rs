//! A made-up grammar of IDs: `kind-name` or `kind-name+feature`. Upper and lower case are the same.

use offload_bundle_core::ids::tables::{Machine, Style};
use offload_bundle_core::ids::{
    Aspect, Closeness, Conflict, ElfHeader, HeaderTarget, IdComponent, IdComponentError, IdComponents, IdGrammar,
    IdPart, Invalid, Judgement, Loading, Mismatch, ParseError, Reason, Served, Serving, StoredCode, StyleError,
    UnknownName, Verdict,
};
use offload_bundle_core::severity::Severity;

#[derive(Debug)]
pub(super) struct Grammar;

const KINDS: [&str; 2] = ["home", "away"];

fn split(id: &str) -> Result<(&str, &str, &str), ParseError> {
    let (kind, rest) = id.split_once('-').ok_or_else(|| ParseError {
        column: id.len().saturating_add(1),
        expected: "`-`".into(),
        found: "the end".into(),
    })?;
    let (name, feature) = rest.split_once('+').unwrap_or((rest, ""));
    Ok((kind, name, feature))
}

impl IdGrammar for Grammar {
    fn parts(&self, id: &str) -> Result<Vec<IdPart>, ParseError> {
        let (kind, name, _) = split(id)?;
        let part = |name, value: &str, column| IdPart { name, value: value.into(), column, meaning: "Made up." };
        Ok(vec![
            part("kind", kind, 1),
            part("name", name, kind.len().saturating_add(2)),
        ])
    }

    fn canonical(&self, id: &str) -> Result<String, ParseError> {
        split(id).map(|_| id.to_lowercase())
    }

    fn restyle(&self, id: &str, _style: &str) -> Result<String, StyleError> {
        Ok(id.into())
    }

    fn styles(&self) -> &'static [Style<'static>] {
        &[]
    }

    fn entry_id(&self, kind: &str, triple: &str, target: &str) -> String {
        format!("{kind}-{triple}+{target}")
    }

    fn components(&self, id: &str) -> Result<IdComponents, ParseError> {
        let (kind, name, feature) = split(id)?;
        Ok(IdComponents { kind: kind.into(), triple: name.into(), target: feature.into() })
    }

    fn verdict(&self, stored: &str, asked: &str) -> Verdict {
        let no = ("", "", "?");
        // Capitals are another spelling of the same ID.
        let (stored, asked) = (&*stored.to_lowercase(), &*asked.to_lowercase());
        let (stored_parts, asked_parts) = (split(stored).unwrap_or(no), split(asked).unwrap_or(no));
        let same = (stored_parts.0, stored_parts.1) == (asked_parts.0, asked_parts.1);
        let fits = stored_parts.2.is_empty() || stored_parts.2 == asked_parts.2;
        let (rank, rule) = match (stored == asked, stored_parts.2.len()) {
            (true, _) => (u32::MAX, "equal"),
            (false, 0) => (1, "any"),
            (false, _) => (2, "feature"),
        };
        Verdict {
            compatible: same && fits,
            loads: (same && fits).then_some(Loading::Own),
            rank,
            closeness: Closeness { rules: usize::from(same), letters: 0 },
            reasons: vec![Reason { rule, aspect: Aspect::Text, text: format!("{stored} for {asked}"), source: None }],
        }
    }

    fn serving(&self, stored: &[&str], asked: &[&str]) -> Vec<Vec<Serving>> {
        let serving = |asked: &&str| {
            let verdicts = stored.iter().map(|stored| self.verdict(stored, asked)).enumerate();
            let serving = verdicts.filter(|(_, verdict)| verdict.compatible);
            serving
                .map(|(stored, verdict)| Serving { stored, rank: verdict.rank })
                .collect()
        };
        asked.iter().map(serving).collect()
    }

    fn composition(&self, ids: &[&str]) -> Vec<Conflict> {
        let features: Vec<bool> = ids.iter().map(|id| id.contains('+')).collect();
        let plain = features.iter().position(|feature| !feature);
        let featured = features.iter().position(|feature| *feature);
        match (plain, featured) {
            (Some(first), Some(second)) if ids[first].starts_with("away") => vec![Conflict {
                rule: "any",
                level: Severity::Error,
                first,
                second,
                text: "one leaves open what the other says".into(),
                source: None,
            }],
            _ => Vec::new(),
        }
    }

    fn code_object(&self, _id: &str, _header: &ElfHeader) -> Vec<Mismatch> {
        Vec::new()
    }

    fn machine(&self, _machine: u16) -> Option<&'static Machine<'static>> {
        None
    }

    fn metadata_target(&self, _id: &str, _named: &str) -> Option<String> {
        None
    }

    fn header_target(&self, _header: &ElfHeader) -> HeaderTarget {
        HeaderTarget::default()
    }

    fn unknown_names(&self, _id: &str) -> Vec<UnknownName> {
        Vec::new()
    }

    fn composition_rules(&self) -> Vec<&'static str> {
        vec!["any"]
    }

    fn served(&self, id: &str) -> Option<Served> {
        let (kind, name, _) = split(id).ok()?;
        (kind != "home").then(|| Served { group: kind.into(), target: name.into() })
    }

    fn is_host(&self, id: &str) -> bool {
        id.starts_with("home")
    }

    fn kind_of(&self, id: &str) -> Option<String> {
        split(id).ok().map(|(kind, ..)| kind.into())
    }

    fn needs_host(&self, ids: &[&str]) -> bool {
        ids.iter().any(|id| id.contains("needy"))
    }

    fn validate_as_tools(&self, id: &str) -> Result<(), Invalid> {
        self.validate(id)
    }

    fn judge(&self, id: &str) -> Judgement {
        Judgement { canonical: self.canonical(id).ok(), invalid: self.validate(id).err() }
    }

    fn is_target(&self, text: &str) -> bool {
        text.split('+').next().is_some_and(|name| name.len() == 1)
    }

    fn target_parts(&self, target: &str) -> Result<Vec<IdPart>, ParseError> {
        Ok(vec![IdPart {
            name: "name",
            value: target.into(),
            column: 1,
            meaning: "Made up.",
        }])
    }

    fn canonical_target(&self, target: &str) -> Result<String, ParseError> {
        Ok(target.to_lowercase())
    }

    fn target_verdict(&self, stored: StoredCode<'_>, asked: &str) -> Verdict {
        let target = |id: &str| match self.is_target(id) {
            true => format!("home-{id}"),
            false => split(id).map_or("home-?".into(), |(_, name, _)| format!("home-{name}")),
        };
        self.verdict(&target(stored.id), &target(asked))
    }

    fn with_target(&self, id: &str, target: &str) -> Option<String> {
        split(id).ok().map(|(kind, ..)| format!("{kind}-{target}"))
    }

    fn check_component(&self, component: IdComponent, text: &str) -> Result<Option<UnknownName>, IdComponentError> {
        let unknown = |what| UnknownName { what, name: text.into(), known: KINDS.to_vec() };
        match component {
            IdComponent::Kind if !KINDS.contains(&text) => Err(IdComponentError::Unknown(unknown("kind"))),
            IdComponent::Target if text == "new" => Ok(Some(unknown("name"))),
            _ => Ok(None),
        }
    }

    fn component_words(&self, _: IdComponent) -> Vec<&'static str> {
        Vec::new()
    }

    fn select(&self, StoredCode { id: stored, .. }: StoredCode<'_>, component: IdComponent, asked: &str) -> Verdict {
        let (kind, name, feature) = split(stored).unwrap();
        let (asked_name, asked_feature) = asked.split_once('+').unwrap_or((asked, ""));
        let compatible = match component {
            IdComponent::Kind => kind == asked,
            IdComponent::Triple => true,
            IdComponent::Target => name == asked_name && (feature.is_empty() || feature == asked_feature),
        };
        let reason =
            Reason { rule: "differs", aspect: Aspect::Text, text: format!("{stored} is not {asked}"), source: None };
        let closeness = Closeness { rules: usize::from(name == asked_name), letters: 0 };
        Verdict { compatible, loads: compatible.then_some(Loading::Own), rank: 0, closeness, reasons: vec![reason] }
    }

    fn interchangeable(&self, _id: &str) -> Vec<String> {
        Vec::new()
    }

    fn validate(&self, id: &str) -> Result<(), Invalid> {
        let mut invalid = Invalid::default();
        match split(id) {
            Err(error) => invalid.malformed = Some(error),
            Ok((kind, _, _)) if !KINDS.contains(&kind.to_lowercase().as_str()) => {
                invalid.unknown_kind = Some(kind.into());
            }
            Ok(_) => return Ok(()),
        }
        Err(invalid)
    }
}
