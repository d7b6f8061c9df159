//! Product names of GPUs.

use alloc::string::String;
use alloc::vec::Vec;

use super::tables::{Grammar, ProcessorGroup};

/// A product and its processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Product {
    /// The name of the product.
    pub name: &'static str,
    /// The processor of the product.
    pub processor: &'static str,
}

impl Grammar<'static> {
    /// Returns the products that `name` may mean: those with exactly this name, or else those with its words and
    /// numbers in this order. Letter case and punctuation are ignored.
    pub fn products(&self, name: &str) -> Vec<Product> {
        let (mut same, mut near) = (Vec::new(), Vec::new());
        for group in self.processors {
            let asked = words(group, name);
            if asked.is_empty() {
                continue;
            }
            for products in group.products {
                for known in products.names {
                    let words = words(group, known);
                    let product = Product { name: known, processor: products.processor };
                    if words.concat() == asked.concat() {
                        same.push(product);
                    }
                    let mut words = words.iter();
                    if asked.iter().all(|asked| words.any(|word| word == asked)) {
                        near.push(product);
                    }
                }
            }
        }
        if same.is_empty() { near } else { same }
    }
}

fn words(group: &ProcessorGroup<'_>, name: &str) -> Vec<String> {
    let is_brand = |word: &str| group.brands.iter().any(|brand| brand.eq_ignore_ascii_case(word));
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    let pieces = parts.flat_map(|part| {
        part.as_bytes()
            .chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit())
    });
    let pieces = pieces.map(|piece| String::from_utf8_lossy(piece).to_ascii_lowercase());
    pieces.filter(|piece| !is_brand(piece)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tiny::TINY;
    use super::*;

    #[test]
    fn products_are_found_by_loose_spelling() {
        let found = |name: &str| -> Vec<(&str, &str)> {
            let found = TINY.products(name).into_iter();
            found.map(|product| (product.name, product.processor)).collect()
        };
        for name in ["Wave 41", "wave41", "41", "WAVE-41", "wave gpu 41"] {
            // Another name contains these words too; the exact name wins.
            assert_eq!(found(name), [("Wave 41", "c2")], "{name}");
        }
        assert_eq!(found("pro 41"), [("Wave Pro 41", "c1")]);
        assert_eq!(found("40"), [("Wave 40 Pro", "c2"), ("Wave 40XL", "c2")]);
        assert_eq!(found("40xl"), [("Wave 40XL", "c2")]);
        assert_eq!(found("pro"), [("Wave 40 Pro", "c2"), ("Wave Pro 41", "c1")]);
        assert_eq!(found("4"), [("Wave 4", "c1")]);
        for unknown in ["", "wave", "é", "42", "41 pro", "xl 40"] {
            assert_eq!(found(unknown), [], "{unknown}");
        }
    }
}
