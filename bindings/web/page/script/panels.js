
// ---- What is shown of the file that is open: each answer becomes elements.

/** All entries of `list`, each with what it is in. */
const entriesOf = file => file.bundles.flatMap(bundle => bundle.entries.map(entry => ({ file: file.file, bundle, entry })));

function contents(report, name, filter) {
  const wanted = filter.trim().toLowerCase();
  const fits = ({ entry }) => (entry.id ?? "").toLowerCase().includes(wanted) || (entry.canonical ?? "").toLowerCase().includes(wanted);
  const files = report.files.filter(file => file.bundles.length || file.error || file.external_code.length);
  const shown = files.map(file => {
    const entries = entriesOf(file).filter(fits);
    const columns = [
      { title: "ID", cell: ({ entry }) => entry.id === null ? make("em", { class: "bad" }, "cannot be read") : short(entry.id) },
      { title: "Bundle", number: true, cell: ({ bundle }) => `${bundle.bundle}` },
      { title: "Where", wide: true, cell: ({ bundle }) => place(bundle) + (bundle.compression ? `, compressed with ${bundle.compression.method ?? "an unknown method"}` : "") },
      { title: "Size", number: true, cell: ({ entry }) => entry.size === null ? "–" : human(Number(entry.size)) },
      { title: "", cell: row => Number(row.entry.size) > 0 ? make("button", { type: "button", class: "link", "aria-label": `Save ${short(row.entry.id ?? "")} of bundle ${row.bundle.bundle}`, onclick: event => save(row, event.target) }, "Save") : "" },
    ];
    const title = nameOf(file.file) === name ? [] : [make("h3", {}, within(file.file, name))];
    const counts = make("p", { class: "quiet" }, `${counted(file.bundles.length, "bundle", "bundles")}, ${counted(entries.length, "entry", "entries")}${wanted ? " with this in the ID" : ""}`);
    return make("section", {}, ...title, ...notes(file), ...(entries.length ? [counts, table(columns, entries, `Entries of ${within(file.file, name)}`)] : file.bundles.length ? [counts] : []));
  });
  const without = report.files.length - files.length;
  if (report.totals && without > 0) shown.push(make("p", { class: "quiet" }, `${counted(without, "more file holds", "more files hold")} no GPU code.`));
  return shown.length ? shown : [make("p", {}, "No GPU code is in it.")];
}
async function save(row, button) {
  button.disabled = true;
  const about = byId("about");
  try {
    const [entry, blob] = await current.ask("save", JSON.stringify(row.file), row.bundle.bundle, Number(row.entry.entry));
    if (!entry) { about.textContent = "This entry has no bytes of its own."; return; }
    const output = nameOf(entry.output);
    const link = make("a", { download: output.slice(output.lastIndexOf("/") + 1), href: URL.createObjectURL(blob) });
    link.click();
    about.textContent = `Saved ${link.download}: ${exactly(blob.size)}.`;
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    about.textContent = `Nothing is saved: ${short(error.message)}`;
  } finally {
    button.disabled = false;
    button.focus();
  }
}
function sizes(report, name) {
  const rows = report.rows;
  const of = Number(report.files_size);
  const largest = rows.reduce((most, row) => Math.max(most, Number(row.size_in_file)), 1);
  const label = row => {
    const parts = [];
    if (row.file !== undefined) parts.push(within(row.file, name));
    if (row.member) parts.push(nameOf(row.member.name));
    if (row.bundle !== undefined) parts.push(`bundle ${row.bundle}`);
    if (row.kernel !== undefined) parts.push(short(row.kernel));
    if (row.part !== undefined) parts.push(PARTS[row.part] ?? row.part);
    if (row.target !== undefined) parts.push(safe(row.target));
    if (row.kind !== undefined) parts.push(safe(row.kind));
    return parts.join(", ") || "IDs that cannot be read";
  };
  const columns = [
    { title: "Name", cell: row => label(row) },
    { title: "In file", number: true, cell: row => human(Number(row.size_in_file)) },
    { title: "Share", number: true, cell: row => {
      const cell = make("td", { class: "number share" }, percent(Number(row.size_in_file), of));
      cell.style.setProperty("--share", `${100 * Number(row.size_in_file) / largest}%`);
      return cell;
    } },
    { title: "Unpacked", number: true, wide: true, cell: row => human(Number(row.size)) },
    { title: "Code objects", number: true, wide: true, cell: row => grouped(row.code_object_count) },
  ];
  const rest = `The rest of bundles takes ${human(Number(report.containers_size))}, everything else ${human(Number(report.other_size))}; together ${human(of)}.`;
  const errors = report.files.filter(file => file.error).map(file => bad(file.error));
  return [...errors, ...(rows.length ? [table(columns, rows, "What takes the space"), make("p", { class: "quiet" }, rest)] : [make("p", {}, "There is nothing to add up.")])];
}
const VERDICTS = { "sound": "sound", "not-sound": "not sound", "undecided": "not decided: not all of it could be checked", "elsewhere": "its code is in other files", "no-bundles": "it holds no bundles" };
function findings(report, name) {
  const files = report.files.filter(file => file.verdict !== "no-bundles" || report.files.length === 1);
  const shown = files.map(file => {
    const columns = [
      { title: "Finding", cell: finding => `${finding.severity}: ${short(finding.message)}` },
      { title: "At", number: true, cell: finding => hex(finding.offset) },
      { title: "Field", cell: finding => safe(finding.path) },
      { title: "Bundle", number: true, wide: true, cell: finding => finding.bundle ?? "" },
      { title: "Word", wide: true, cell: finding => finding.code },
    ];
    const coverage = file.coverage.map(row => `${safe(row.targets.join(", "))} (${safe(row.kind)}): ${row.bundles.length} of ${counted(file.bundle_count, "bundle", "bundles")}`);
    const external = file.external_code.length ? notes({ external_code: file.external_code }) : [];
    return make("section", {}, make("h3", {}, within(file.file, name)),
      ...(file.verdict ? [make("p", { class: file.verdict === "not-sound" ? "answer bad" : "answer" }, `${VERDICTS[file.verdict] ?? file.verdict}: ${counted(file.bundle_count, "bundle", "bundles")}, ${counted(file.entry_count, "entry", "entries")}`)] : []),
      ...(file.error ? [bad(file.error)] : []), ...external,
      ...(file.findings.length ? [table(columns, file.findings, `Findings in ${within(file.file, name)}`)] : []),
      ...(coverage.length ? [make("p", { class: "quiet" }, "Code for:"), list(coverage)] : []));
  });
  return shown.length ? shown : [make("p", {}, "No GPU code is in it.")];
}
const HOW = { exact: "", variant: ", another variant", generic: ", generic", earlier: ", earlier processor", compiled: ", compiled by the driver", "without-kernels": ", without kernels" };
function runs(report, gpu, name) {
  const sets = report.inputs.flatMap(input => input.sets).map(set => ({ ...set, ...set.gpus[0] })).filter(set => set.supported !== null).map(set => {
    const units = counted(set.unit_count, "bundle", "bundles");
    const word = set.supported ? "yes" : set.only_with.length ? `only with ${safe(set.only_with.join(" or "))}` : "no";
    const lines = set.best_code.map(row => `${safe(row.target)}: ${row.unit_count} of ${units}${HOW[row.how] ?? `, ${row.how}`}`);
    const without = set.unit_count - set.supported_unit_count;
    if (without) lines.push(`without code for ${safe(gpu)}: ${without} of ${units}${without < set.unit_count && set.bundles_without.length ? `, such as bundle ${set.bundles_without[0]}` : ""}; there is code for ${safe(set.targets.join(", "))}`);
    return make("section", {}, make("p", { class: "answer" }, `${within(set.name, name)}: ${word}`), list(lines));
  });
  const files = report.inputs.flatMap(input => input.files).map(file => make("section", {}, ...notes(file)));
  const others = report.inputs.some(input => input.sets.length);
  return [...(sets.length ? sets : [make("p", {}, others ? `No code in it is for GPUs such as ${safe(gpu)}.` : "No file in it holds code for GPUs.")]), ...files];
}
function compared(report) {
  const answer = report.compatible ? "yes" : report.loadable ? "loaders: yes; by name: no" : "no";
  return [make("p", { class: "answer" }, answer), list(report.reasons.map(reason => `${reason.rule}: ${safe(reason.text)}`)), ...report.notes.map(note => make("p", { class: "quiet" }, safe(note.message)))];
}
