//! Runs commands: operations of the library, and the program's own.

mod completions;
mod json_schema;
mod manual;

use std::path::PathBuf;

use offload_bundle::Error;
use offload_bundle::input::STANDARD;
use offload_bundle::ops::{self, Context, is_standard_output};
use offload_bundle::report::Outcome;
use offload_bundle_cli_definitions::requests::Request;
use offload_bundle_core::registry::Registry;
use offload_bundle_formats::registry::REGISTRY;

use crate::print::{self, Printer};
use crate::progress::Bar;

pub(crate) fn run(
    printer: &mut Printer<'_>,
    request: &Request,
    parser: fn() -> clap::Command,
) -> Result<Outcome, Error> {
    match request {
        Request::Bundle(request) => make(printer, request, ops::bundle, print::bundle),
        Request::Unbundle(request) => {
            print::unbundle(printer, &REGISTRY, request, &mut Bar::new(printer.settings().progress))
        }
        Request::Extract(request) => {
            print::extract(printer, &REGISTRY, request, &mut Bar::new(printer.settings().progress))
        }
        Request::Compress(request) => make(printer, request, offload_bundle_rewrite::compress, print::compress),
        Request::Decompress(request) => make(printer, request, offload_bundle_rewrite::decompress, print::compress),
        Request::Pack(request) => make(printer, request, ops::pack, print::pack),
        Request::Unpack(request) => make(printer, request, ops::unpack, print::unpack),
        Request::Convert(request) => make(printer, request, ops::convert, print::convert),
        Request::Embed(request) => make(printer, request, ops::embed, print::embed),
        Request::Prune(request) => make(printer, request, offload_bundle_rewrite::prune, print::prune),
        Request::Replace(request) => make(printer, request, offload_bundle_rewrite::replace, print::replace),
        Request::List(request) => {
            printer.while_reading(&request.inputs, |printer| print::list(printer, &REGISTRY, request))
        }
        Request::Inspect(request) => {
            printer.while_reading(&request.inputs, |printer| print::inspect(printer, &REGISTRY, request))
        }
        Request::Verify(request) => {
            printer.while_reading(&request.inputs, |printer| print::verify(printer, &REGISTRY, request))
        }
        Request::Supports(request) => {
            printer.while_reading(&request.inputs, |printer| print::supports(printer, &REGISTRY, request))
        }
        Request::Size(request) => {
            printer.while_reading(&request.inputs, |printer| print::size(printer, &REGISTRY, request))
        }
        Request::Diff(request) => printer.while_reading([&request.before, &request.after], |printer| {
            print::diff(printer, &REGISTRY, request)
        }),
        Request::TargetParse(request) => {
            let report = ops::target_parse(&REGISTRY, request)?;
            print::say_request_notes(printer, &report.notes);
            printer.report(&report, print::format_ids).map(|()| Outcome::Done)
        }
        Request::TargetCanonical(request) => {
            let report = ops::target_canonical(&REGISTRY, request)?;
            print::say_request_notes(printer, &report.notes);
            printer.report(&report, print::canonical_ids).map(|()| Outcome::Done)
        }
        Request::TargetCompat(request) => {
            let report = ops::target_compat(&REGISTRY, request)?;
            print::say_request_notes(printer, &report.notes);
            printer.report(&report, print::compatibility)?;
            Ok(if report.compatible {
                Outcome::Done
            } else {
                Outcome::Negative
            })
        }
        Request::Formats(_) => {
            let report = ops::formats(&REGISTRY);
            printer.report(&report, print::formats).map(|()| Outcome::Done)
        }
        Request::Completions(arguments) => completions::completions(printer, arguments, &mut parser()),
        Request::JsonSchema(arguments) => json_schema::json_schema(printer, arguments),
        Request::Man(arguments) => manual::manual(printer, arguments, parser()),
    }
}

/// Renames outputs on standard output to one name; returns whether one exists.
pub(crate) fn name_stdout(request: &mut Request) -> bool {
    let mut is_given = false;
    for output in outputs(request) {
        if is_standard_output(output) {
            *output = STANDARD.into();
            is_given = true;
        }
    }
    is_given
}

fn outputs(request: &mut Request) -> Vec<&mut PathBuf> {
    match request {
        Request::Bundle(request) => vec![&mut request.output],
        Request::Unbundle(request) => request.wanted.iter_mut().map(|wanted| &mut wanted.output).collect(),
        Request::Compress(request) => request.output.iter_mut().collect(),
        Request::Decompress(request) => request.output.iter_mut().collect(),
        Request::Pack(request) => vec![&mut request.output],
        Request::Unpack(request) => request
            .wanted
            .iter_mut()
            .filter_map(|wanted| wanted.output.as_mut())
            .collect(),
        Request::Convert(request) => request.output.iter_mut().collect(),
        Request::Embed(request) => request.output.iter_mut().collect(),
        Request::Prune(request) => request.output.iter_mut().collect(),
        Request::Replace(request) => request.output.iter_mut().collect(),
        Request::Inspect(request) => request.page.iter_mut().collect(),
        Request::Size(request) => request.page.iter_mut().collect(),
        Request::Extract(_)
        | Request::List(_)
        | Request::Verify(_)
        | Request::Supports(_)
        | Request::Diff(_)
        | Request::TargetParse(_)
        | Request::TargetCanonical(_)
        | Request::TargetCompat(_)
        | Request::Formats(_)
        | Request::Completions(_)
        | Request::JsonSchema(_)
        | Request::Man(_) => Vec::new(),
    }
}

fn make<Q, R>(
    printer: &mut Printer<'_>,
    request: &Q,
    make: impl FnOnce(&Registry, &Q, &mut Context<'_>) -> Result<R, Error>,
    print: impl FnOnce(&mut Printer<'_>, &R) -> Result<(), Error>,
) -> Result<Outcome, Error> {
    let mut progress = Bar::new(printer.settings().progress);
    let mut context = Context { stdout: Some(printer.stdout()), progress: Some(&mut progress) };
    let report = make(&REGISTRY, request, &mut context)?;
    print(printer, &report).map(|()| Outcome::Done)
}
