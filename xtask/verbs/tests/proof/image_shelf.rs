//! Runs in a copy of the workspace with another schema: a header, a versioned record, a table with offsets, a string table.

use offload_bundle_core::bytes::{Bytes, Open};
use offload_bundle_core::describe::rows;
use offload_bundle_core::plan::Content;
use offload_bundle_formats::image_shelf::{
    HeaderBuilder, ImageBuilder, ImageKind, ImageShelf, ImageShelfBuilder, NameBuilder, TREE,
};

fn shelf() -> ImageShelfBuilder<'static> {
    ImageShelfBuilder {
        version: 1,
        header: HeaderBuilder { flags: 4, label: None, colours: None },
        images: vec![ImageBuilder {
            kind: Open::Known(ImageKind::Landscape),
            bias: 5,
            caption: "sea".to_owned(),
            note: "blue".to_owned(),
            pixels: Content::from(&b"~~~"[..]),
        }],
        names: vec![NameBuilder { text: "first".to_owned() }],
        ..ImageShelfBuilder::default()
    }
}

/// As literal bytes.
fn expected() -> Vec<u8> {
    let mut file = b"\x7fSHELF\0".to_vec();
    file.extend([0, 1]); // version
    file.extend([0, 0, 0, 83, 4]); // length of the file, flags of version 1
    file.extend([0, 0, 0, 0, 0, 1, 0, 0, 0, 40]); // reserved, one image at 40
    file.extend([1, 0, 60, 0, 0, 0, 0, 0, 0, 0]); // one name at 60, the least significant byte first
    file.resize(40, 0);
    file.extend(b"\0\x02\x05\0\x08sea"); // a landscape, the bias, three bytes of caption and the bias
    file.extend([0, 0, 0, 62, 0, 0, 0, 80, 0, 0, 0, 3]); // the note at 66, less 4; three bytes of pixels at 80
    file.extend(b"first\0blue\0");
    file.resize(80, 0xee);
    file.extend(b"~~~");
    file
}

#[test]
fn added_format_is_written_and_read() {
    let bytes = shelf().write().unwrap();
    assert_eq!(bytes, expected());

    let read = ImageShelf::read(Bytes::new(&bytes)).unwrap();
    assert_eq!((read.version(), read.num_images(), read.num_names()), (1, 1, 1));
    assert_eq!(read.len_file(), u32::try_from(bytes.len()).unwrap());
    assert_eq!(read.to_builder().unwrap(), shelf());
    let image = read.images().unwrap().get(0).unwrap().unwrap();
    assert_eq!(
        (image.caption(), image.note(), image.pixels()),
        (Ok("sea"), Ok("blue"), Ok(&b"~~~"[..]))
    );
    assert_eq!(image.len_caption(), 8, "the caption, and the bias");
    assert_eq!(
        image.pixels_place().unwrap().ofs % 16,
        0,
        "pages are of 16 bytes unless said otherwise"
    );

    let rows = rows(|describer| TREE.describe(Bytes::new(&bytes), describer)).unwrap();
    let find = |path: &str| rows.iter().find(|row| row.path == path).unwrap();
    let kind = find("images[0].kind");
    assert_eq!((kind.value.as_str(), kind.meaning), ("2 (landscape)", "What is shown."));
    assert_eq!(find("header.flags").number, Some(4));
    assert_eq!(find("names[0].text").value, "\"first\"");
    let pixels = find("images[0].pixels");
    assert_eq!((pixels.offset, pixels.len), (image.pixels_place().unwrap().ofs, 3));
}
