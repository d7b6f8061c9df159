//! Processor properties in the metadata of wheels.

use alloc::string::{String, ToString};
use core::fmt;

use super::stored_code::StoredCode;
use super::tables::{Grammar, VariantProperty};
use crate::template::fill_with;

/// A property that declares a processor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SaidProperty {
    /// The namespace of the property.
    pub namespace: String,
    /// The feature.
    pub feature: String,
    /// The value; empty if the grammar has no word for the processor.
    pub value: String,
}

impl fmt::Display for SaidProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} :: {} :: {}", self.namespace, self.feature, self.value)
    }
}

impl Grammar<'static> {
    /// Returns the property for this code, or `None` if the grammar has no property for the architecture.
    pub fn said_property(&self, code: StoredCode<'_>) -> Option<SaidProperty> {
        let parts = self.read(code.id).ok()?;
        let role = self.roles.architecture;
        let architecture = parts.get(role).and_then(|text| self.primary(role, text))?;
        let named = parts.get(self.roles.processor).filter(|name| !name.is_empty())?;
        let name = self.processor(named).map_or(named, |known| known.name);
        let properties = self.variants.iter().flat_map(|variants| {
            let properties = variants.properties.iter();
            properties.map(move |property| (variants, property))
        });
        let mut fitting = properties.filter(|(_, property)| property.architectures.contains(&architecture));
        let (variants, property) = fitting.next()?;
        let numbered = self
            .generations
            .iter()
            .find_map(|row| Some((row, row.parse_number(name)?)));
        let template = match numbered {
            Some((row, _)) if row.is_unlinked(code.image) => "",
            Some((row, _)) if row.is_compiled(code.image) => property.compiled,
            _ => property.value,
        };
        let value = fill_with(template, |placeholder, text| {
            match (placeholder, numbered) {
                ("number", Some((_, numbered))) => text.push_str(&numbered.number.to_string()),
                ("number", None) => return false,
                _ => text.push_str(name),
            }
            true
        });
        let value = Some(value).filter(|value| variants.is_value(value)).unwrap_or_default();
        let (namespace, feature) = (property.namespace.into(), property.feature.into());
        Some(SaidProperty { namespace, feature, value })
    }

    /// Returns the processor that the property determines, if any.
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
    use super::super::tiny::TINY;
    use super::*;

    fn said(id: &str, image: Option<&str>) -> Option<String> {
        TINY.said_property(StoredCode { id, image })
            .map(|said| said.to_string())
    }

    #[test]
    fn property_depends_on_processor_and_image() {
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
    fn property_may_cover_all_running_code() {
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
