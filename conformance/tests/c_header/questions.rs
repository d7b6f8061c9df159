//! Generates files (written, damaged and random) and IDs of all kinds.

use offload_bundle_conformance::case::Question as Case;
use offload_bundle_conformance::embedded;
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::describe::rows;
use offload_bundle_core::testing::{Draw, damaged};
use offload_bundle_formats::samples::FORMATS;
use offload_bundle_testing::fixtures;

use crate::question::{LETTERS, Question};

/// Number of files of each format, and of random copies of each.
const DRAWN: Draw = Draw { seed: 26, count: 6 };
const COPIES: u64 = 12;
/// Uses every third copy damaged at a field: more would take too long.
const EVERY: usize = 3;

/// A reproducible pseudorandom generator.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        // Marsaglia's xorshift with shifts of 13, 7 and 17 bits.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % most.max(1)
    }
}

/// Changes, inserts or deletes a few bytes, or truncates the file.
fn changed(bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len());
        match chance.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, u8::try_from(chance.below(256)).unwrap()),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            // Small numbers and text are more likely to be valid.
            3 if at < bytes.len() => bytes[at] = u8::try_from(chance.below(16)).unwrap(),
            4 if at < bytes.len() => bytes[at] ^= 0x80,
            _ if at < bytes.len() => bytes[at] = u8::try_from(chance.below(256)).unwrap(),
            _ => {}
        }
    }
    bytes
}

/// Encodes numbers in eight bytes each.
fn numbers(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Files at limits that random damage does not reach: texts at the maximum length and at the end of the file, and
/// compressed bytes with a declared end inside their first bytes.
fn at_limits() -> Vec<Question> {
    const MAGIC: &[u8] = b"\x10\xff\x10\xad";
    let texts = (65_535..65_539_u64).map(|len| {
        let entry = [0, 72, 1, 0, 0];
        let header = [numbers(&[88 + len, 32, 40]), numbers(&entry), numbers(&[88, 88])].concat();
        let text = vec![b'a'; usize::try_from(len).unwrap()];
        Question::File("offload_binary", [MAGIC, b"\x01\0\0\0", &header, &text].concat())
    });
    let streams = (38..46_u64).map(|len| {
        let header = numbers(&[len, 40, 1, 100]);
        let file = [MAGIC, b"\x03\0\0\0", &header, b"\x28\xb5\x2f\xfd\0\0\0\0"].concat();
        Question::File("compressed_offload_binary", file)
    });
    texts.chain(streams).collect()
}

/// Images, and other files, from real compilers, CUDA fat binaries, and one with a length beyond 64 bits.
pub fn images() -> Vec<Vec<u8>> {
    let folders = ["compressed", "hip", "kinds", "objects", "openmp"].map(|name| fixtures().join(name));
    let cuda = fixtures().join("../../library/tests/cuda");
    let folders = folders.into_iter().chain([cuda]);
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let files = files
        .filter(|path| path.is_file())
        .map(|path| std::fs::read(path).unwrap());
    let endless = [b"\x50\xed\x55\xba\x01\0\x10\0".to_vec(), vec![0xf0], vec![0xff; 7]].concat();
    files.filter(|bytes| bytes.len() < 1 << 16).chain([endless]).collect()
}

/// The ends of the first bytes of an image with `len` bytes: all near the start, near the end, and some between.
pub fn ends(len: usize) -> impl Iterator<Item = usize> {
    let near = move |end: &usize| *end < 160 || len - end < 20 || end.is_multiple_of(997);
    (0..=len).filter(near)
}

/// Valid, damaged and random files of all formats, and files from real compilers.
pub fn files() -> Vec<Question> {
    let mut questions = at_limits();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let known = FORMATS
        .iter()
        .filter(|format| LETTERS.iter().any(|(name, _)| *name == format.name));
    for format in known {
        let mut ask = |bytes: Vec<u8>| questions.push(Question::File(format.name, bytes));
        let mut whole = format.samples();
        whole.extend(format.drawn(DRAWN));
        for bytes in &whole {
            let shown = rows(|describer| format.tree.describe(Bytes::new(bytes), describer)).unwrap();
            damaged(bytes, &shown)
                .into_iter()
                .step_by(EVERY)
                .for_each(|(_, bytes)| ask(bytes));
            (0..COPIES).for_each(|_| ask(changed(bytes, &mut chance)));
            // A following file is ignored.
            ask([bytes.as_slice(), b"\0\0\0", bytes].concat());
        }
        whole.into_iter().for_each(&mut ask);
        ask(Vec::new());
    }
    for entry in std::fs::read_dir(fixtures())
        .unwrap()
        .map(|entry| entry.unwrap().path())
    {
        if entry.is_dir() {
            let files = std::fs::read_dir(entry).unwrap().map(|file| file.unwrap().path());
            let mut files: Vec<_> = files.filter(|path| path.is_file()).collect();
            files.sort();
            let small = files
                .into_iter()
                .map(|path| std::fs::read(path).unwrap())
                .filter(|bytes| bytes.len() < 1 << 16);
            questions.extend(small.flat_map(|bytes| {
                LETTERS
                    .iter()
                    .map(move |(format, _)| Question::File(format, bytes.clone()))
            }));
        }
    }
    questions
}

/// All IDs in the suite, without duplicates.
fn known_ids() -> Vec<String> {
    let mut ids = Vec::new();
    for case in embedded::cases().unwrap().cases() {
        match &case.ask {
            Case::ParseId { text } => ids.push(text.clone()),
            Case::Compatible { stored, asked } => ids.extend([stored.clone(), asked.clone()]),
            Case::Compose { ids: all } => ids.extend(all.iter().cloned()),
            _ => {}
        }
    }
    ids.sort();
    ids.dedup();
    ids
}

/// Changes a few letters of the text.
fn respelled(text: &str, chance: &mut Chance) -> String {
    const PIECES: &[&str] = &[
        "-",
        "--",
        ":",
        "+",
        "-:",
        "a",
        "9",
        "é",
        "_",
        " ",
        ".",
        "\n",
        "gfx906",
        "sm_70",
        ":xnack+",
        ":xnack-",
        ":sramecc+",
        "hip",
        "unknown",
        "linux",
        "gnu",
        "amdhsa",
        "android30",
        "host-x86_64-",
        "\u{7f}",
        "€",
    ];
    let mut letters: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..=chance.below(2) {
        let at = chance.below(letters.len() + 1);
        match chance.below(3) {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 => letters.insert(at, PIECES[chance.below(PIECES.len())].to_owned()),
            _ if at < letters.len() => letters[at] = PIECES[chance.below(PIECES.len())].to_owned(),
            _ => {}
        }
    }
    letters.concat()
}

/// Architectures that name processors, and their synonyms.
const SUBARCHITECTURES: &[&str] = &[
    "hip-amdgcn-amd-amdhsa--gfx906",
    "hip-amdgpu9.06-amd-amdhsa--gfx906",
    "hip-amdgpu9.06-amd-amdhsa--",
    "hip-amdgpu9.06-amd-amdhsa--generic",
    "hip-amdgpu9-amd-amdhsa--gfx906:xnack+",
    "hip-amdgpu9-amd-amdhsa--",
    "hip-amdgcn-amd-amdhsa--gfx9-generic",
    "hip-amdgpu-amd-amdhsa--gfx906",
    "hip-amdgpu-amd-amdhsa--",
    "hip-amdgpu10-amd-amdhsa--gfx1010",
    "hip-amdgpu99.99-amd-amdhsa--gfx906",
    "hip-amdgpu12.50-amd-amdhsa--gfx1250:sramecc+",
    "hip-amdgcn-amd-amdhsa--gfx1250",
];

/// IDs, near-IDs, and IDs with very many features.
pub fn ids() -> Vec<Question> {
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    let known = known_ids();
    let mut texts = known.clone();
    for id in &known {
        texts.extend((0..8).map(|_| respelled(id, &mut chance)));
    }
    for count in [2, 20, 27, 28, 29, 40, 200] {
        let features: String = (0..count).map(|number| format!(":f{number}+")).collect();
        texts.extend([format!("hip-amdgcn-amd-amdhsa--gfx906{features}"), format!("gfx906{features}:f0-")]);
    }
    texts.extend(SUBARCHITECTURES.iter().map(|id| (*id).to_owned()));
    texts.push(String::new());
    texts.into_iter().map(Question::Id).collect()
}

/// Pairs of IDs in the suite, and pairs of each ID with other kinds and with respelled copies.
pub fn pairs() -> Vec<Question> {
    let mut chance = Chance(0x853c_49e6_748f_ea9b);
    let known = known_ids();
    let mut pairs = Vec::new();
    for case in embedded::cases().unwrap().cases() {
        if let Case::Compatible { stored, asked } = &case.ask {
            pairs.push((stored.clone(), asked.clone()));
            pairs.push((asked.clone(), stored.clone()));
        }
    }
    for id in &known {
        pairs.push((id.clone(), respelled(id, &mut chance)));
        pairs.push((respelled(id, &mut chance), id.clone()));
        pairs.extend((0..8).map(|_| (id.clone(), known[chance.below(known.len())].clone())));
    }
    // Pairs of all processors with numbers or families in their names.
    let targets = [
        "sm_70",
        "sm_75",
        "sm_72",
        "sm_70a",
        "sm_90",
        "sm_90a",
        "sm_100f",
        "sm_103",
        "sm_12345",
        "",
        "gfx906",
        "gfx90a:xnack+",
        "gfx9-generic",
    ];
    for stored in targets {
        for asked in targets {
            for triple in ["cuda-nvptx64-nvidia-cuda", "hip-amdgcn-amd-amdhsa", "hip-spirv64-amd-amdhsa"] {
                pairs.push((format!("{triple}--{stored}"), format!("hip-amdgcn-amd-amdhsa--{asked}")));
                pairs.push((format!("{triple}--{stored}"), format!("{triple}--{asked}")));
            }
        }
    }
    for stored in SUBARCHITECTURES {
        pairs.extend(
            SUBARCHITECTURES
                .iter()
                .map(|asked| ((*stored).to_owned(), (*asked).to_owned())),
        );
    }
    pairs
        .into_iter()
        .map(|(stored, asked)| Question::Pair(stored, asked))
        .collect()
}
