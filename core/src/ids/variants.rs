//! What wheels say of the processors that they are for.

use alloc::string::String;
use core::fmt;

use super::stored_code::StoredCode;
use super::tables::{Grammar, VariantProperty, Variants};
use crate::template::fill_with;

/// What is said of a processor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SaidProperty {
    /// Who defines it.
    pub namespace: String,
    /// What is said.
    pub feature: String,
    /// Of which processor; empty if there is no word for it.
    pub value: String,
}

/// As people and tools write it.
impl fmt::Display for SaidProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} :: {} :: {}", self.namespace, self.feature, self.value)
    }
}

impl Grammar<'static> {
    /// What a wheel with this code can say of its processor; nothing if there are no words for any of its architecture.
    pub fn said_property(&self, code: StoredCode<'_>) -> Option<SaidProperty> {
        let parts = self.read(code.id).ok()?;
        let role = self.roles.architecture;
        let architecture = parts.get(role).and_then(|text| self.primary(role, text))?;
        let named = parts.get(self.roles.processor).filter(|name| !name.is_empty())?;
        let name = self.processor(named).map_or(named, |known| known.name);
        let rows = self.generations;
        let number = rows.iter().find_map(|row| Some((row, row.numbered(name)?)));
        let of = |variants: &'static Variants<'_>, property: &'static VariantProperty<'_>| {
            let is_compiled =
                number.is_some_and(|(row, _)| code.image.is_some_and(|image| row.compiled.contains(&image)));
            let is_unlinked =
                number.is_some_and(|(row, _)| code.image.is_some_and(|image| row.unlinked.contains(&image)));
            let template = if is_compiled { property.compiled } else { property.value };
            let value = fill_with(template, |placeholder, text| {
                match (placeholder, number) {
                    ("number", Some((_, number))) => text.push_str(&alloc::format!("{}", number.number)),
                    ("number", None) => return false,
                    _ => text.push_str(name),
                }
                true
            });
            let value = Some(value).filter(|value| variants.is_value(value) && !is_unlinked);
            let (namespace, feature) = (property.namespace.into(), property.feature.into());
            SaidProperty { namespace, feature, value: value.unwrap_or_default() }
        };
        self.variants.iter().find_map(|variants| {
            let mut properties = variants.properties.iter();
            let property = properties.find(|property| property.architectures.contains(&architecture))?;
            Some(of(variants, property))
        })
    }

    /// The processor that code must run on where `said` is said, if that is enough.
    pub fn said_target<'s>(&self, said: &'s SaidProperty) -> Option<&'s str> {
        let mut properties = self.variants.iter().flat_map(|variants| variants.properties);
        let same =
            |property: &&VariantProperty<'_>| property.namespace == said.namespace && property.feature == said.feature;
        properties
            .find(same)
            .filter(|property| property.runs)
            .map(|_| said.value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::super::tiny::TINY;
    use super::*;

    fn said(id: &str, image: Option<&str>) -> Option<String> {
        TINY.said_property(StoredCode { id, image })
            .map(|said| said.to_string())
    }

    #[test]
    fn code_has_a_property_by_its_processor_and_what_it_is() {
        for (id, image, expected) in [
            ("away/gro/c1.fast+", None, Some("g :: chip :: c1")),
            ("away/wood/c1", Some("text"), Some("g :: chip :: c1")),
            ("away/gr/n70", None, Some("s :: number :: 70_code")),
            ("away/gr/n70", Some("text"), Some("s :: number :: 70_text")),
            ("away/gr/n70", Some("loose"), Some("s :: number :: ")),
            ("away/gr/c2", None, Some("s :: number :: ")),
            ("away/gro", None, None),
            ("away/x/c1", None, None),
            ("?", None, None),
        ] {
            assert_eq!(said(id, image).as_deref(), expected, "{id} {image:?}");
        }
    }

    #[test]
    fn some_are_said_of_all_that_runs_there() {
        let property = |namespace: &str, feature: &str| SaidProperty {
            namespace: namespace.into(),
            feature: feature.into(),
            value: "c1".into(),
        };
        assert_eq!(TINY.said_target(&property("g", "chip")), Some("c1"));
        assert_eq!(TINY.said_target(&property("s", "number")), None);
        assert_eq!(TINY.said_target(&property("g", "other")), None);
    }
}
