//! `json-schema`: prints a JSON Schema. The test below generates the schemas.

use offload_bundle::Error;
use offload_bundle::report::Outcome;
use offload_bundle_cli_definitions::requests::JsonSchemaArguments;

use crate::print::Printer;

/// `BLESS=1 cargo test -p offload-bundle-cli json_schema` rewrites them.
const SCHEMAS: &[(&str, &str)] = &[
    ("bundle", include_str!("../../json-schema/bundle.json")),
    ("unbundle", include_str!("../../json-schema/unbundle.json")),
    ("extract", include_str!("../../json-schema/extract.json")),
    ("compress", include_str!("../../json-schema/compress.json")),
    ("decompress", include_str!("../../json-schema/decompress.json")),
    ("pack", include_str!("../../json-schema/pack.json")),
    ("unpack", include_str!("../../json-schema/unpack.json")),
    ("convert", include_str!("../../json-schema/convert.json")),
    ("embed", include_str!("../../json-schema/embed.json")),
    ("prune", include_str!("../../json-schema/prune.json")),
    ("replace", include_str!("../../json-schema/replace.json")),
    ("list", include_str!("../../json-schema/list.json")),
    ("inspect", include_str!("../../json-schema/inspect.json")),
    ("verify", include_str!("../../json-schema/verify.json")),
    ("supports", include_str!("../../json-schema/supports.json")),
    ("size", include_str!("../../json-schema/size.json")),
    ("diff", include_str!("../../json-schema/diff.json")),
    ("target-parse", include_str!("../../json-schema/target-parse.json")),
    (
        "target-canonical",
        include_str!("../../json-schema/target-canonical.json"),
    ),
    ("target-compat", include_str!("../../json-schema/target-compat.json")),
    ("formats", include_str!("../../json-schema/formats.json")),
    ("completions", include_str!("../../json-schema/completions.json")),
    ("json-schema", include_str!("../../json-schema/json-schema.json")),
    ("man", include_str!("../../json-schema/man.json")),
];

/// JSON with or without `--json`.
pub(super) fn json_schema(printer: &mut Printer<'_>, arguments: &JsonSchemaArguments) -> Result<Outcome, Error> {
    let command = arguments.command.to_string_lossy();
    let Some((_, schema)) = SCHEMAS.iter().find(|(known, _)| *known == command) else {
        printer.failure("usage", &format!("unknown command `{command}`"));
        return Ok(Outcome::Failed);
    };
    printer.print(schema)?;
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use offload_bundle::Error;
    use offload_bundle::report::*;
    use offload_bundle_rewrite::{PruneReport, ReplaceReport};
    use schemars::generate::SchemaSettings;
    use schemars::{JsonSchema, json_schema};
    use serde_json::Value;

    use super::*;
    use crate::command_line::command;
    use crate::commands::completions::CompletionsReport;
    use crate::commands::manual::ManualReport;

    /// A command that could not be carried out.
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is asked for")]
    struct ErrorReport {
        /// Why not.
        error: Error,
    }

    /// The report of `json-schema`.
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is asked for")]
    struct JsonSchemaReport(Value);

    fn schema<R: JsonSchema>(command: &str) -> (String, String) {
        let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let forms = [generator.subschema_for::<R>(), generator.subschema_for::<ErrorReport>()];
        let schema = json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("Output of `offload-bundle {} --json`", command.replace("target-", "target ")),
            "anyOf": forms,
            "$defs": generator.take_definitions(true),
        });
        let text = serde_json::to_string_pretty(&schema).unwrap();
        (command.to_owned(), format!("{text}\n"))
    }

    #[test]
    fn schemas_match_report_types() {
        let made = [
            schema::<BundleReport>("bundle"),
            schema::<UnbundleReport>("unbundle"),
            schema::<ExtractReport>("extract"),
            schema::<CompressReport>("compress"),
            schema::<CompressReport>("decompress"),
            schema::<PackReport>("pack"),
            schema::<UnpackReport>("unpack"),
            schema::<ConvertReport>("convert"),
            schema::<EmbedReport>("embed"),
            schema::<PruneReport>("prune"),
            schema::<ReplaceReport>("replace"),
            schema::<ListReport>("list"),
            schema::<InspectReport>("inspect"),
            schema::<VerifyReport>("verify"),
            schema::<SupportsReport>("supports"),
            schema::<SizeReport>("size"),
            schema::<DiffReport>("diff"),
            schema::<TargetParseReport>("target-parse"),
            schema::<TargetCanonicalReport>("target-canonical"),
            schema::<TargetCompatReport>("target-compat"),
            schema::<FormatsReport>("formats"),
            schema::<CompletionsReport>("completions"),
            schema::<JsonSchemaReport>("json-schema"),
            schema::<ManualReport>("man"),
        ];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("json-schema");
        if std::env::var_os("BLESS").is_some() {
            for (command, schema) in &made {
                std::fs::write(folder.join(format!("{command}.json")), schema).unwrap();
            }
            return;
        }
        let known: Vec<(String, String)> = SCHEMAS
            .iter()
            .map(|(command, schema)| ((*command).to_owned(), (*schema).to_owned()))
            .collect();
        let stale: Vec<&str> = made
            .iter()
            .filter(|made| !known.contains(made))
            .map(|(command, _)| command.as_str())
            .collect();
        assert!(
            stale.is_empty() && made.len() == known.len(),
            "stale: {stale:?}: run BLESS=1 cargo test -p offload-bundle-cli json_schema"
        );
        let taken = command();
        let taken = taken.find_subcommand("json-schema").unwrap();
        let taken = taken.get_positionals().next().unwrap().get_possible_values();
        let taken: Vec<&str> = taken.iter().map(|value| value.get_name()).collect();
        let commands: Vec<&str> = SCHEMAS.iter().map(|(command, _)| *command).collect();
        assert_eq!(taken, commands);
        assert_eq!(
            std::fs::read_dir(folder).unwrap().count(),
            made.len(),
            "a file of no command"
        );
    }
}
