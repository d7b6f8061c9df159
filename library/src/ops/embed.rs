//! `embed`: writes an object that embeds a container in a program.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use offload_bundle_core::placement::{
    EmbeddedSection as SectionRule, EmbeddingRule, MachineRule, ObjectFormat, SectionFlags,
};
use offload_bundle_core::registry::Registry;
use serde::Serialize;

use super::check::refuse_unsound;
use super::context::{Context, ReadFiles, no_output};
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, InputPiece, assemble};
use crate::object::{self, ObjectSection, ObjectTarget};
use crate::output::{Output, write_all};
use crate::package;
use crate::refusal::Refusal;
use crate::report::{Diagnostic, Integer};
use crate::request::ScanRequest;
use crate::scan::{RegionKind, Scan, scan};
use crate::walk::refuse_rereading;

/// The request of [`embed`](crate::ops::embed).
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct EmbedRequest {
    /// The bundle, or the offload binaries.
    pub input: InputFile,
    /// How to read the input.
    pub scan: ScanRequest,
    /// Objects to link with. They give the machine, and the symbols that they leave undefined.
    pub hosts: Vec<InputFile>,
    /// Further symbols to define, all at the start of the code unless the format gives such a name another meaning.
    pub symbols: Vec<String>,
    /// The machine; by default, that of the hosts, or else the first of the registry.
    pub machine: Option<Machine>,
    /// Writes an object for the linker of device code, without symbols.
    pub for_device_linker: bool,
    /// The output; `-` is standard output.
    pub output: Option<PathBuf>,
    /// Dry run: reports without writing.
    pub dry_run: bool,
}

/// A machine of new objects.
#[derive(Debug, Clone, Copy)]
pub struct Machine(&'static MachineRule<'static>);

impl Machine {
    /// Returns the machines of `registry`, in its order.
    ///
    /// ```
    /// use offload_bundle::request::Machine;
    /// use offload_bundle::REGISTRY;
    ///
    /// let names: Vec<&str> = Machine::all(&REGISTRY).map(Machine::name).collect();
    /// assert_eq!(names.first(), Some(&"elf64-x86-64"));
    /// ```
    pub fn all(registry: &Registry) -> impl Iterator<Item = Self> + use<> {
        registry.machines.iter().map(Self)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.0.name
    }
}

/// The written object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EmbedReport {
    /// The input.
    pub file: FileName,
    /// The output; `-` is standard output.
    pub output: FileName,
    /// The length in bytes.
    pub size: Integer,
    /// The name of the input's format, as in `formats`.
    pub format: &'static str,
    /// Whether this was a dry run.
    pub dry_run: bool,
    /// The sections of the object, in order.
    pub sections: Vec<EmbeddedSection>,
    /// The faults and oddities of the input.
    pub warnings: Vec<Diagnostic>,
}

/// A section of a written object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EmbeddedSection {
    /// The name.
    pub name: &'static str,
    /// The offset of the content in the output, in bytes.
    pub offset: Integer,
    /// The length of the content in bytes.
    pub size: Integer,
    /// The alignment in bytes.
    pub alignment: Integer,
    /// The symbols at its start, sorted.
    pub symbols: Vec<String>,
}

/// Writes an object whose section contains the input unchanged. By default, it defines the symbols that the hosts leave
/// undefined, so that a linker embeds the bundle in a program or library, which registers it at startup.
///
/// # Errors
///
/// Returns [`Error::Refused`] if the input is not the bundle itself, if a host is not an ELF or COFF object or leaves no
/// such symbol undefined, or if the hosts are for different machines. Returns another error if the input is not sound,
/// a host is damaged, or the output cannot be written. The output is then unchanged.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let (bundle, output) = (folder.path().join("app.hipfb"), folder.path().join("fatbin.o"));
/// # offload_bundle::BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"").write(&bundle)?;
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::REGISTRY;
/// use offload_bundle::request::EmbedRequest;
///
/// let mut request = EmbedRequest::default();
/// request.input = bundle.into();
/// request.symbols = vec!["__hip_fatbin_2e610937eb73d113".into()];
/// request.output = Some(output);
/// let report = ops::embed(&REGISTRY, &request, &mut Context::default())?;
/// for section in &report.sections {
///     println!("{} at byte {}: {:?}", section.name, section.offset, section.symbols);
/// }
/// # assert_eq!(report.sections[0].name, ".hip_fatbin");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn embed(registry: &Registry, request: &EmbedRequest, context: &mut Context<'_>) -> Result<EmbedReport, Error> {
    let output = request
        .output
        .as_ref()
        .ok_or_else(|| request.input.refuse(no_output()))?;
    refuse_rereading(request.hosts.iter().chain([&request.input]))?;
    let input = package::open(registry, &request.input, &request.scan)?;
    let scan = scan(registry, &input, &request.scan)?;
    refuse_unsound(&scan, false)?;
    let mut read = ReadFiles::from_scan(&input, Some(&scan));
    let (rule, format) = rule(registry, request, &input, &scan)?;
    for (_, found) in scan.in_use() {
        // Checks the digest of a compressed bundle.
        found.input.verify()?;
    }
    let mut wanted = Wanted {
        rule,
        target: request.machine.map(|Machine(machine)| ObjectTarget::of(machine)),
        symbols: request
            .symbols
            .iter()
            .map(|symbol| symbol.clone().into_bytes())
            .collect(),
    };
    if wanted
        .symbols
        .iter()
        .any(|symbol| symbol.is_empty() || symbol.contains(&0))
    {
        let refusal = Refusal::new("bad-symbol", "the name of a symbol is empty or contains a zero byte");
        return Err(Error::Refused { file: output.into(), refusal });
    }
    for host in &request.hosts {
        let host = package::open(registry, host, &request.scan)?;
        read.add(host.identity());
        wanted.add(&host, request.symbols.is_empty())?;
    }
    read.refuse(output)?;
    let target = match (wanted.target, registry.machines.first()) {
        (Some(target), _) => target,
        (None, Some(machine)) => ObjectTarget::of(machine),
        (None, None) => return Err(Error::NoContainer),
    };
    let sections = wanted.sections(registry, target, &input);
    if rule.has_symbols()
        && !sections
            .iter()
            .any(|section| matches!(section.content, InputPiece::Range(..)))
    {
        let refusal = Refusal::new("no-symbol", "no symbol is given for the code");
        return Err(Error::Refused { file: output.into(), refusal });
    }
    let made = object::new_object(target, &sections);
    let (pieces, places) = made.map_err(|error| Error::Write { file: output.into(), error })?;
    let object = assemble(input.name(), pieces);
    let reports = sections.iter().zip(&places).map(|(section, place)| EmbeddedSection {
        name: section.name,
        offset: Integer(place.ofs),
        size: Integer(place.len),
        alignment: Integer(section.alignment),
        symbols: section
            .symbols
            .iter()
            .map(|symbol| String::from_utf8_lossy(symbol).into_owned())
            .collect(),
    });
    let report = EmbedReport {
        file: input.name().into(),
        output: output.into(),
        size: Integer(object.len()),
        format,
        dry_run: request.dry_run,
        sections: reports.collect(),
        warnings: Diagnostic::of_scan(input.name(), &scan).collect(),
    };
    if !request.dry_run {
        let written = Output::range(output, &object, object.full_range());
        context.split(|stdout, progress| write_all(&[written], stdout, progress))?;
    }
    Ok(report)
}

fn rule(
    registry: &Registry,
    request: &EmbedRequest,
    input: &Input,
    scan: &Scan,
) -> Result<(&'static EmbeddingRule<'static>, &'static str), Error> {
    let refused = |refusal| Err(Error::Refused { file: input.name().into(), refusal });
    if scan.is_archive || scan.regions.iter().any(|region| region.kind != RegionKind::Whole) {
        let why = "the code is inside another file, and only a bundle itself can be embedded";
        return refused(Refusal::new("not-itself", why));
    }
    let Some(first) = scan.bundles.first() else {
        return Err(Error::NotABundle { file: input.name().into(), kind: None });
    };
    let (container, envelope) = (
        first.form.name(),
        first.envelope.as_ref().map(|found| found.format.name()),
    );
    let embeds = |rule: &&EmbeddingRule<'_>| {
        rule.formats.contains(&container) && envelope.is_none_or(|envelope| rule.formats.contains(&envelope))
    };
    let Some(rule) = registry.embeddings.iter().find(embeds) else {
        let why = format!("a {} cannot be embedded", first.form.title());
        return refused(Refusal::new("not-embeddable", why));
    };
    if rule.has_symbols() == request.for_device_linker {
        let why = format!("contains {}, which another kind of object embeds", rule.title);
        return refused(Refusal::new("other-object", why).hint(rule.advice));
    }
    match scan.bundles.len() {
        count if rule.has_symbols() && count > 1 => {
            let why = format!("contains {count} bundles, but a program registers only the first at a symbol");
            refused(Refusal::new("several-bundles", why))
        }
        _ => Ok((rule, envelope.unwrap_or(container))),
    }
}

struct Wanted {
    rule: &'static EmbeddingRule<'static>,
    target: Option<ObjectTarget>,
    symbols: BTreeSet<Vec<u8>>,
}

impl Wanted {
    /// Fails without undefined symbols if `host` is the only source.
    fn add(&mut self, host: &Arc<Input>, is_only_source: bool) -> Result<(), Error> {
        let refused = |refusal| Err(Error::Refused { file: host.name().into(), refusal });
        let (rule, before) = (self.rule, self.target);
        let (mut found, mut instead) = (false, false);
        let target = object::symbols(host, &mut |name, undefined| {
            instead |= !rule.instead.is_empty() && name.starts_with(rule.instead.as_bytes());
            if undefined && rule.sections.iter().any(|section| section.has_symbol(name)) {
                found = true;
                self.symbols.insert(name.to_vec());
            }
        })?;
        host.verify()?;
        let Some(target) = target else {
            return refused(Refusal::new("not-an-object", "not an ELF or COFF object file to link"));
        };
        if before.is_some_and(|before| before != target) {
            return refused(Refusal::new("other-machine", "an object for another machine"));
        }
        self.target = Some(target);
        let symbol = rule.sections.iter().find_map(|section| section.symbol);
        match symbol.filter(|_| is_only_source && !found) {
            Some(_) if instead => {
                let why =
                    "another tool embeds its code and registers it, because it has offload entries instead of a symbol";
                refused(Refusal::new("offload-entries", why).hint(rule.instead_advice))
            }
            Some(symbol) => {
                let why = format!("leaves no symbol `{symbol}` or `{symbol}_…` undefined");
                refused(Refusal::new("nothing-undefined", why))
            }
            None => Ok(()),
        }
    }

    fn sections(&self, registry: &Registry, target: ObjectTarget, input: &Arc<Input>) -> Vec<ObjectSection> {
        let format = target.format();
        let sections = self.rule.sections.iter().filter_map(|section| {
            let symbols = self.symbols.iter().filter(|symbol| self.is_start_of(section, symbol));
            let symbols: Vec<Vec<u8>> = symbols.cloned().collect();
            let flags = SectionFlags::of(section.flags, format)?;
            (section.symbol.is_none() || !symbols.is_empty()).then(|| ObjectSection {
                name: section.name,
                kind: kind(registry, section, format),
                flags,
                alignment: section.alignment,
                symbols,
                content: match section.zeros {
                    None => InputPiece::Range(Arc::clone(input), input.full_range()),
                    Some(zeros) => InputPiece::Zeros(zeros),
                },
            })
        });
        sections.collect()
    }

    /// A symbol without a known name starts the section that contains the code.
    fn is_start_of(&self, section: &SectionRule<'_>, symbol: &[u8]) -> bool {
        match self.rule.sections.iter().find(|known| known.has_symbol(symbol)) {
            Some(known) => known.name == section.name,
            None => section.symbol.is_some() && section.zeros.is_none(),
        }
    }
}

fn kind(registry: &Registry, section: &SectionRule<'_>, format: ObjectFormat) -> Option<u64> {
    let rules = registry.sections.iter();
    let mut types = rules
        .filter(|rule| rule.pattern.rest(section.name.as_bytes()).is_some())
        .flat_map(|rule| rule.types);
    types.find(|known| known.format == format).map(|known| known.number)
}
