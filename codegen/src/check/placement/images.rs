//! Rule: the images of linked programs lie in sections that are known, and what is read of a record lies within it.

use crate::model::placement::{Images, Spec};
use crate::problem::Problems;
use crate::spanned::Spanned;

/// How many bytes the addresses of something and of its end take.
const RANGE: u64 = 16;

/// Checks `images`.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    problems.unique("a name", spec.images.iter().map(|images| &images.id));
    for images in &spec.images {
        let known = || spec.sections.iter().map(|section| &section.id);
        for section in images.sections.iter() {
            problems.one_of(section, "the name of a section", known());
        }
        for (list, what) in [
            (images.sections.is_empty().then_some(&images.sections.span), "section"),
            (
                images.records.is_empty().then_some(&images.records.span),
                "layout of records",
            ),
            (
                images.kind.words.is_empty().then_some(&images.kind.words.span),
                "offload kind",
            ),
            (images.packed.is_empty().then_some(&images.packed.span), "byte"),
        ] {
            if let Some(empty) = list {
                problems.add(empty, format!("at least one {what}"), "none", "nothing would be found");
            }
        }
        records(images, problems);
        if let Some(member) = images
            .devices
            .as_ref()
            .map(|devices| &devices.begins)
            .filter(|member| member.is_empty())
        {
            problems.add_word(
                member,
                "text that is not empty",
                "every member would be code for a device",
            );
        }
        let properties = &images.properties;
        within(&properties.value, 8, *properties.size, problems);
        within(&properties.len, 8, *properties.size, problems);
        within(&properties.set, 0, u64::from(u16::MAX), problems);
    }
}

fn records(images: &Images, problems: &mut Problems) {
    let mut seen = Vec::new();
    for record in images.records.iter() {
        let size = *record.size;
        for range in [&record.start, &record.entries, &record.properties] {
            within(range, RANGE, size, problems);
        }
        if seen.contains(&*record.version) {
            problems.add(
                &record.version,
                "every version once",
                "it twice",
                "remove one of the two",
            );
        }
        seen.push(*record.version);
    }
    let smallest = images.records.iter().map(|record| *record.size).min().unwrap_or(0);
    within(&images.kind.at, 1, smallest, problems);
    within(&images.format.at, 1, smallest, problems);
    within(&images.target.at, 8, smallest, problems);
    for (_, at) in images.texts.iter() {
        within(at, 8, smallest, problems);
    }
}

/// `len` bytes at `at` are to lie within `size`.
fn within(at: &Spanned<u64>, len: u64, size: u64, problems: &mut Problems) {
    if at.checked_add(len).is_none_or(|end| end > size) {
        let expected = format!("a place whose {len} bytes lie within {size}");
        problems.add(at, expected, at.to_string(), "count in bytes from the start");
    }
}
