//! Compiles the C header of every test project without warnings, as C and as C++.

#![expect(
    clippy::disallowed_methods,
    reason = "compilers of C are asked for what they say of a header"
)]

use std::fs;
use std::path::Path;
use std::process::Command;

use offload_bundle_codegen::{Source, generate};

/// The compilers, with their options and language. System headers for 32 bits may be missing.
const ASKED: &[(&str, &[&str], &str)] = &[
    ("cc", &["-std=c99"], "c"),
    ("cc", &["-std=c99", "-m32"], "c"),
    ("c++", &["-std=c++11"], "cc"),
    ("clang-22", &["-std=c99"], "c"),
    ("clang++-22", &["-std=c++11"], "cc"),
];
const WARNINGS: &[&str] =
    &["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror", "-fsyntax-only"];

/// Projects without a header: a command line, and formats that are text or interpreted.
const WITHOUT: &[&str] = &["command_line", "text", "checksums"];

fn header(folder: &Path) -> Option<String> {
    let paths = fs::read_dir(folder)
        .expect("the schemas can be listed")
        .map(|entry| entry.expect("a file").path());
    let schemas = paths.filter(|path| path.extension().is_some_and(|kind| kind == "ksy" || kind == "yaml"));
    let sources: Vec<Source> = schemas
        .map(|path| Source {
            name: format!(
                "schemas/{}",
                path.file_name().expect("a file has a name").to_string_lossy()
            ),
            text: fs::read_to_string(&path).expect("the schema can be read"),
        })
        .collect();
    let files = generate(&sources).expect("the schemas are sound");
    files
        .into_iter()
        .find(|file| file.path.ends_with(".h"))
        .map(|file| file.text)
}

fn complaint((compiler, words, kind): (&str, &[&str], &str), name: &str, text: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("formats.h"), text).expect("the header can be written");
    let program = folder.join("program").with_extension(kind);
    fs::write(&program, "#include \"formats.h\"\nint main(void) { return 0; }\n").expect("a program can be written");
    let output = Command::new(compiler)
        .args(words)
        .args(WARNINGS)
        .arg(&program)
        .output()
        .expect("the compiler starts");
    (!output.status.success()).then(|| {
        format!(
            "{name}: {compiler} {words:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn is_there(asked: (&str, &[&str], &str)) -> bool {
    let (compiler, words, _) = asked;
    let found = Command::new(compiler)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
        && complaint(asked, &format!("nothing_{compiler}"), "#include <stdint.h>\n").is_none();
    if !found {
        offload_bundle_testing::skip(format_args!("{compiler} {words:?} is not installed"));
    }
    found
}

#[test]
fn headers_compile_without_warnings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let features = fs::read_dir(root.join("tests/features")).expect("the features can be listed");
    let folders = features
        .map(|entry| entry.expect("a folder").path())
        .chain([root.join("../schemas")]);
    let compilers: Vec<_> = ASKED.iter().filter(|asked| is_there(**asked)).collect();
    let mut wrong = String::new();
    for folder in folders {
        let name = folder
            .file_name()
            .expect("a folder has a name")
            .to_string_lossy()
            .into_owned();
        let text = header(&folder);
        assert_eq!(text.is_none(), WITHOUT.contains(&&*name), "{name}");
        let Some(text) = text else { continue };
        wrong.extend(compilers.iter().filter_map(|asked| complaint(**asked, &name, &text)));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

const SUMS: &str = "
meta: {id: sums, title: Sums, endian: be}
doc: A file of sums.
seq:
  - {id: num_rows, type: u1, -write: count(rows), doc: How many rows there are.}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows, doc: The rows.}
types:
  row:
    doc: A row.
    seq:
      - {id: base, type: u1, doc: What is taken away.}
      - {id: shift, type: u8, doc: A number.}
      - {id: len_text, type: u2, -write: size(text), doc: The length of the text.}
      - {id: text, type: str, size: len_text - base, encoding: ASCII, doc: The text.}
      - {id: cell, type: cell, doc: What is in the row.}
  cell:
    doc: A cell.
    seq:
      - {id: more, type: u1, doc: What is added.}
      - {id: len_word, type: u1, -write: size(word), doc: The length of the word.}
      - {id: word, size: len_word + more - 2, -limit: 9, doc: The word.}
";

const MARKS: &str = "
meta: {id: marked, title: Marked, endian: be}
doc: A file of marks.
seq:
  - {id: marks, type: u1, doc: What follows.}
  - {id: level, type: u2, if: marks & 1 != 0 and not (marks == 5), doc: A number.}
  - {id: len_name, type: u1, if: marks & (2 | 8) == 10 or marks < 1, -write: size(name), doc: The length of the name.}
  - {id: name, size: len_name, if: marks & (2 | 8) == 10 or marks < 1, -limit: 9, doc: The name.}
  - {id: num_rows, type: u1, -write: count(rows), doc: Number of rows.}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows, doc: The rows.}
types:
  row:
    doc: A row.
    seq:
      - {id: kind, type: u1, doc: What follows.}
      - {id: more, type: u1, if: kind >= 2, doc: More.}
";

const USE_OF_MARKS: &str = r#"
#include <stdio.h>
#include "formats.h"
#define HOLDS(what) if (!(what)) return printf("line %d: %s\n", __LINE__, #what), 1
int main(void) {
    unsigned char level[] = {1, 0, 7, 0}, name[] = {10, 2, 'a', 'b', 0}, none[] = {5, 0}, empty[] = {0, 0, 0};
    unsigned char all[] = {11, 0, 7, 1, 'a', 3, 1, 2, 8, 1};
    ob_marked file;
    ob_marked_row row;
    HOLDS(ob_marked_open(level, sizeof level, &file, NULL) == OB_OK && file.level == 7 && file.name.size == 0);
    HOLDS(ob_marked_open(name, sizeof name, &file, NULL) == OB_OK && file.level == 0 && ob_is(&file.bytes, file.name, "ab"));
    HOLDS(ob_marked_open(none, sizeof none, &file, NULL) == OB_OK && file.level == 0 && file.end == 2);
    HOLDS(ob_marked_open(empty, sizeof empty, &file, NULL) == OB_OK && file.len_name == 0 && file.end == 3);
    HOLDS(ob_marked_open(all, sizeof all, &file, NULL) == OB_OK && file.level == 7 && ob_is(&file.bytes, file.name, "a"));
    HOLDS(ob_marked_rows_get(&file, 1, &row, NULL) == OB_OK && row.kind == 2 && row.more == 8);
    HOLDS(ob_marked_rows_get(&file, 2, &row, NULL) == OB_OK && row.kind == 1 && row.more == 0);
    HOLDS(ob_marked_open(all, 5, &file, NULL) == OB_TRUNCATED);
    return 0;
}
"#;

const FAR: &str = "
meta: {id: far, title: Far, endian: be, encoding: ASCII}
doc: A container.
-container: {entries: rows, id: name, content: code}
seq:
  - {id: magic, contents: FAR, doc: The start.}
  - {id: num_rows, type: u1, -write: count(rows), doc: Number of rows.}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows, doc: The rows.}
types:
  row:
    doc: A row.
    seq:
      - {id: ofs_name, type: u1, -write: offset(name), doc: Start of the ID.}
      - {id: ofs_code, type: u1, -write: offset(code), doc: Start of the content.}
      - {id: len_code, type: u1, -write: size(code), doc: Length of the content.}
    instances:
      name: {pos: ofs_name, type: strz, -limit: 9, doc: The ID.}
      code: {pos: ofs_code, size: len_code, doc: The content.}
";

/// The ID is at the end of the file, followed by other bytes.
const USE_OF_FAR: &str = r#"
#include <stdio.h>
#include "formats.h"
#define HOLDS(what) if (!(what)) return printf("line %d: %s\n", __LINE__, #what), 1
int main(void) {
    unsigned char bytes[] = {'F', 'A', 'R', 1, 8, 7, 1, 'c', 'i', 'd', 0, 'r', 'e', 's', 't'};
    ob_far file;
    ob_list list;
    ob_far_item item;
    ob_place place;
    HOLDS(ob_far_open(bytes, sizeof bytes, &file, NULL) == OB_OK && ob_far_length(&file) == 11);
    HOLDS(ob_far_items(&file, &list, NULL) == OB_OK && ob_far_items_next(&file, &list, &item, NULL) == OB_OK);
    HOLDS(ob_far_item_id(&item, &place, NULL) == OB_OK && ob_is(&file.bytes, place, "id"));
    return 0;
}
"#;

/// Returns the number of the failing line.
const USE_OF_SUMS: &str = r#"
#include <stdio.h>
#include <string.h>
#include "formats.h"
#define HOLDS(what) if (!(what)) return printf("line %d: %s\n", __LINE__, #what), 1
static obi_wide most(void) { return obi_wide_of(UINT64_MAX); }
int main(void) {
    unsigned char bytes[] = {1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 5, 'a', 'b', 'c', 3, 4, '1', '2', '3', '4', '5'};
    char path[64];
    ob_sums file;
    ob_sums_row row;
    ob_list list;
    ob_place place;
    ob_error error;
    HOLDS(ob_sums_open(bytes, sizeof bytes, &file, &error) == OB_OK && file.end == sizeof bytes);
    HOLDS(ob_sums_rows(&file, &list, &error) == OB_OK && list.count == 1);
    HOLDS(ob_sums_rows_next(&file, &list, &row, &error) == OB_OK && row.shift == 1 && row.text.size == 3);
    HOLDS(ob_sums_row_text(&row, &place, &error) == OB_OK && ob_is(&file.bytes, place, "abc"));
    HOLDS(ob_is(&file.bytes, row.cell.word, "12345") && !ob_is(&file.bytes, row.cell.word, "1234"));
    HOLDS(ob_sums_rows_next(&file, &list, &row, &error) == OB_END && row.text.size == 0);
    HOLDS(ob_sums_rows_get(&file, 0, &row, &error) == OB_OK && ob_sums_rows_get(&file, 1, &row, &error) == OB_END);
    /* Too little, too much, more than allowed; each in its field. */
    bytes[1] = 6;
    HOLDS(ob_sums_open(bytes, sizeof bytes, &file, &error) == OB_OVERFLOW && error.offset == 10 && file.num_rows == 0);
    HOLDS(ob_error_path(&error, path, sizeof path) == 16 && !strcmp(path, "rows[0].len_text"));
    HOLDS(!strcmp(error.expected, "len_text - base") && ob_error_path(&error, path, 5) == 16 && !strcmp(path, "rows"));
    bytes[1] = 2;
    bytes[15] = 1;
    bytes[16] = 0;
    HOLDS(ob_sums_open(bytes, sizeof bytes, &file, &error) == OB_OVERFLOW && error.offset == 16);
    bytes[16] = 4;
    bytes[15] = 9;
    HOLDS(ob_sums_open(bytes, sizeof bytes, &file, &error) == OB_OVER_LIMIT && error.found == 11 && error.most == 9);
    HOLDS(ob_error_path(&error, path, sizeof path) && !strcmp(path, "rows[0].cell.len_word"));
    bytes[15] = 6;
    HOLDS(ob_sums_open(bytes, sizeof bytes, &file, &error) == OB_TRUNCATED && error.least == 8 && error.found == 5);
    bytes[15] = 3;
    bytes[13] = 0x80;
    HOLDS(ob_sums_open(bytes, sizeof bytes, &file, &error) == OB_OK && ob_sums_rows_get(&file, 0, &row, &error) == OB_OK);
    HOLDS(ob_sums_row_text(&row, &place, &error) == OB_BAD_TEXT && error.offset == 12);
    bytes[0] = 2;
    HOLDS(ob_sums_open(bytes, sizeof bytes, &file, &error) == OB_TRUNCATED && error.path.steps[0].index == 1);
    /* Null pointers, and files that were not opened. */
    HOLDS(ob_sums_open(NULL, 1, &file, &error) == OB_NULL_POINTER && ob_sums_open(bytes, 1, NULL, NULL) == OB_NULL_POINTER);
    HOLDS(ob_sums_open(NULL, 0, &file, NULL) == OB_TRUNCATED && ob_sums_rows(&file, &list, NULL) == OB_OK && list.count == 0);
    HOLDS(ob_sums_rows_next(NULL, &list, &row, &error) == OB_NULL_POINTER && error.code == OB_NULL_POINTER);
    /* What is computed may leave 64 bits, as long as its result does not. */
    {
        obi_wide twice = obi_plus(most(), most()), large = most();
        obi_wide less = obi_minus(twice, obi_plus(twice, obi_wide_of(7)));
        int step;
        HOLDS(!twice.over && twice.high == 1 && less.negative && less.low == 7 && less.high == 0);
        HOLDS(obi_minus(twice, most()).high == 0 && obi_minus(twice, most()).low == UINT64_MAX);
        HOLDS(!obi_plus(less, obi_wide_of(7)).negative && obi_plus(less, obi_wide_of(9)).low == 2);
        for (step = 0; step < 64; step++) large = obi_plus(large, large);
        HOLDS(large.over && obi_minus(large, large).over);
    }
    return 0;
}
"#;

#[test]
fn lengths_follow_schema_expressions() {
    run("sums", SUMS, USE_OF_SUMS);
}

#[test]
fn absent_fields_are_skipped() {
    run("marked", MARKS, USE_OF_MARKS);
}

#[test]
fn length_reaches_to_the_last_id() {
    run("far", FAR, USE_OF_FAR);
}

fn run(name: &str, schema: &str, program: &str) {
    if !is_there(("cc", &["-std=c99"], "c")) {
        return;
    }
    let source = Source { name: format!("schemas/{name}.ksy"), text: schema.to_owned() };
    let files = generate(&[source]).expect("the schema is sound");
    let header = files
        .into_iter()
        .find(|file| file.path.ends_with(".h"))
        .expect("there is a header");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("formats.h"), header.text).expect("the header can be written");
    fs::write(folder.join("use.c"), program).expect("the program can be written");
    let words = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "use", "use.c"];
    let compiled = Command::new("cc")
        .current_dir(&folder)
        .args(words)
        .output()
        .expect("the compiler starts");
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let output = Command::new(folder.join("use")).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
