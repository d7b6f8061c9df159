
// ---- The report: what `size` and `inspect` tell with `--json`; `size` adds a tree, and `inspect` bytes.

const content = JSON.parse(byId("content").textContent);
const { report } = content;
const isSize = content.command === "size";
const sumOf = (list, of) => list.reduce((sum, each) => sum + Number(of(each)), 0);
/** How much of a part there was no room for. */
const told = ([count, one, several]) => counted(count, one, several);
function about() {
  const files = isSize ? report.files.length : report.files.length + report.left_out_counts[2];
  if (isSize) return `${counted(report.total.code_object_count, "code object", "code objects")} in ${counted(files, "file", "files")} of ${human(Number(report.files_size))}`;
  const parts = report.files.flatMap(file => file.parts);
  const fields = sumOf(parts, part => part.rows.length) + report.left_out_counts[0];
  return `${counted(fields, "field", "fields")} of ${counted(parts.length + report.left_out_counts[1], "part", "parts")} in ${counted(files, "file", "files")}`;
}
/** What the page has no room for. */
function leftOut() {
  const bytes = "Bytes of code objects and other long fields: of a field of more than 256 bytes the first 64 are here, and of all fields 1 MiB at most.";
  if (!isSize) {
    const [fields, parts, files] = report.left_out_counts;
    const left = [[fields, "field", "fields"], [parts, "whole part", "whole parts"], [files, "whole file", "whole files"]].filter(([count]) => count);
    const most = "because the page has room for 20,000 fields, and no part takes more than half of what is left: without `--html`, `inspect` shows them all.";
    return left.length ? [bytes, `${left.map(told).join(", ")}, ${most}`] : [bytes];
  }
  const { tree } = report;
  const bundles = tree.files.flatMap(file => file.bundles);
  const kinds = [[bundles.flatMap(bundle => bundle.code_objects), "small kernel", "small kernels"], [bundles, "small code object", "small code objects"], [tree.files, "small bundle", "small bundles"], [[tree], "file", "files"]];
  const notes = kinds.map(([of, ...words]) => [[sumOf(of, each => each.omitted.count), ...words], sumOf(of, each => each.omitted.size_in_file)]).filter(([[count]]) => count)
    .map(([left, size]) => `${told(left)}, ${human(size)} together, are added up where they are: the page has room for the largest.`);
  if (tree.without_fields) notes.push(`The fields of ${counted(tree.without_fields, "bundle", "bundles")}: \`offload-bundle inspect\` shows them.`);
  return [...notes, bytes];
}

// ---- The tree: each node is made when it is looked at, from its piece of the content.

let numbers = 0;
function node(parent, kind, name, size, unpacked, more) {
  numbers += 1;
  return { number: numbers, parent, kind, name, size: Number(size), unpacked: Number(unpacked), facts: [], file: parent?.file, make: () => [], ...more };
}
function children(of) {
  if (!of.children) of.children = of.make(of).filter(child => child.size > 0 || !MAPPED.has(of.kind));
  return of.children;
}
/** Kinds whose children take space, so that they are drawn. */
const MAPPED = new Set(["files", "file", "bundle", "code object"]);
const rest = (parent, left, one, several) => {
  const { count, size_in_file: size, size: unpacked } = left;
  return count ? [node(parent, "rest", counted(count, `smaller ${one}`, `smaller ${several}`), size, unpacked, { target: parent.target })] : [];
};

/** The last part of a path, which can lead through packages; with the folder that it is in, if others are called so too. */
const last = (path, count) => path.split(/(?=[/!])/).slice(-count).join("").replace(/^[/!]/, "") || path;
let alike;
function base(path) {
  if (!alike) {
    alike = new Map();
    for (const file of files) alike.set(last(nameOf(file.file), 1), (alike.get(last(nameOf(file.file), 1)) ?? 0) + 1);
  }
  return last(path, alike.get(last(path, 1)) > 1 ? 2 : 1);
}

function fileNode(parent, file) {
  const name = nameOf(file.file), bundles = file.bundles.length + file.omitted.count;
  return node(parent, "file", name, file.size, file.size, {
    file: name, short: base(name), counts: counted(bundles, "bundle", "bundles"),
    facts: [["File", name], ["Bundles", grouped(bundles)], ["In bundles", exactly(Number(file.size) - Number(file.other_size))], ["Everything else", exactly(Number(file.other_size))]],
    make: self => [
      ...file.bundles.map(bundle => bundleNode(self, bundle)),
      ...rest(self, file.omitted, "bundle", "bundles"),
      node(self, "other", "everything else", file.other_size, file.other_size, { long: "everything else in the file" }),
    ],
  });
}
function compressed({ method, version, offset, size, decompressed_size: whole }) {
  return `with ${method ?? "an unknown method"}${version === undefined ? "" : `, version ${version}`}${offset === undefined ? "" : ` at ${hex(offset)}`}: ${human(Number(size))} of ${human(Number(whole))}`;
}
function bundleNode(parent, bundle) {
  const facts = [["Format", bundle.title]];
  if (bundle.member) facts.push(["Member", nameOf(bundle.member.name)]);
  if (bundle.section) facts.push(["Section", short(bundle.section)]);
  if (bundle.compression) facts.push(["Compressed", compressed(bundle.compression)]);
  facts.push(["Begins at", hex(bundle.offset) + (bundle.compression ? " of what is decompressed" : "")]);
  facts.push(["Code objects", exactly(Number(bundle.size_in_file) - Number(bundle.container_size))], ["Header, table, gaps", exactly(Number(bundle.container_size))]);
  return node(parent, "bundle", `bundle ${bundle.bundle}`, bundle.size_in_file, bundle.size, {
    short: `#${bundle.bundle}`, facts, fields: bundle.fields, compressed: Boolean(bundle.compression),
    counts: counted(bundle.code_objects.length + bundle.omitted.count, "code object", "code objects"),
    make: self => [
      ...bundle.code_objects.map(object => objectNode(self, object)),
      ...rest(self, bundle.omitted, "code object", "code objects"),
      node(self, "other", "header, table, gaps", bundle.container_size, bundle.container_size),
    ],
  });
}
function objectNode(parent, object) {
  const target = short(object.target ?? object.kind ?? "unknown");
  const kernels = object.parts.filter(part => part.kernel !== undefined).length + object.omitted.count;
  const facts = [["Bundle entry ID", short(object.id ?? "unreadable")], ["Entry", String(object.entry)], ["Begins at", hex(object.offset) + (parent.compressed ? " of what is decompressed" : "")]];
  return node(parent, "code object", target, object.size_in_file, object.size, {
    facts, target, fields: parent.fields, path: object.path,
    counts: counted(kernels, "kernel", "kernels"),
    make: self => [...object.parts.map(part => partNode(self, part)), ...rest(self, object.omitted, "kernel", "kernels")],
  });
}
/** The name of a function in C++ without what it returns, the namespaces that it is in, and its arguments. */
function plainName(name) {
  let depth = 0, plain = "";
  for (const letter of name.replace(/\(anonymous namespace\)::/g, "").replace(/->/g, "")) {
    if (letter === "<") depth += 1;
    if (depth === 0) plain += letter;
    if (letter === ">" && depth > 0) depth -= 1;
  }
  const own = plain.split("(")[0].trim().split(" ").pop().split("::").pop();
  return own || name;
}
function partNode(parent, { kernel, part, size_in_file: size, size: unpacked }) {
  const { target, fields, path } = parent;
  if (kernel === undefined) return node(parent, "part", PARTS[part], size, unpacked, { fields, path });
  const name = short(report.tree.kernels[kernel]);
  return node(parent, "kernel", name, size, unpacked, { short: plainName(name), target, fields, path });
}
function explainedNode(parent, file) {
  const name = nameOf(file.file);
  return node(parent, "explained file", name, 0, 0, {
    file: name, facts: [["File", name]], fields: file.parts.length <= 4 ? file.parts : undefined,
    counts: counted(file.parts.length, "part", "parts"),
    make: self => file.parts.map(part => node(self, "explained", `${part.title} at ${hex(part.offset)}${nameOf(part.file) === name ? "" : ` of ${within(part.file, name)}`}`, 0, 0, {
      counts: counted(part.rows.length, "field", "fields"), fields: [part],
      facts: [...part.member ? [["Member", nameOf(part.member.name)]] : [], ...part.section ? [["Section", short(part.section)]] : []],
    })),
  });
}

const of = isSize ? fileNode : explainedNode;
const files = isSize ? report.tree.files : report.files;
const root = files.length === 1 ? of(null, files[0]) : node(null, isSize ? "files" : "explained files", counted(files.length, "file", "files"),
  isSize ? sumOf(files, file => file.size) + Number(report.tree.omitted.size_in_file) : 0, 0, {
    make: self => [...files.map(file => of(self, file)), ...isSize ? rest(self, report.tree.omitted, "file", "files") : []],
  });
if (root.kind === "files") root.unpacked = root.size;
if (root.kind === "explained file" && children(root).length === 1) root.children[0].parent = null;

// ---- Architectures: how much there is of each, and its colour.

const sums = new Map();
function byTarget(of) {
  if (!sums.has(of.number)) {
    const sum = new Map();
    const add = (target, size) => sum.set(target, (sum.get(target) ?? 0) + size);
    if (of.target !== undefined) add(of.target, of.size);
    else if (MAPPED.has(of.kind)) for (const child of children(of)) for (const [target, size] of byTarget(child)) add(target, size);
    sums.set(of.number, sum);
  }
  return sums.get(of.number);
}
const targets = [...byTarget(root).keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
/** Many architectures have colours in three bands, which differ in strength and lightness: there are not so many hues that one can tell apart. */
const BANDS = targets.length > 8 ? 3 : 1;
const hues = new Map(targets.map((target, index) => {
  const apart = 360 / Math.ceil(targets.length / BANDS);
  const band = index % BANDS;
  return [target, [Math.round(Math.floor(index / BANDS) * apart + band * apart / BANDS + 210) % 360, band]];
}));
function coloured(element, target) {
  if (!hues.has(target)) return element;
  const [hue, band] = hues.get(target);
  element.classList.add("of", `band-${band}`);
  element.style.setProperty("--hue", hue);
  return element;
}

