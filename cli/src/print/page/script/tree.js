// ---- The tree: each node is made when it is looked at, from its piece of the content.

let numbers = 0;
function node(parent, kind, name, size, unpacked, more) {
  numbers += 1;
  return { number: numbers, parent, kind, name, size: Number(size), unpacked: Number(unpacked), facts: [], make: () => [], ...more };
}
function children(of) {
  if (!of.children) of.children = of.make(of).filter(child => child.size > 0 || !MAPPED.has(of.kind));
  return of.children;
}
/** Kinds whose children take space, so that they are drawn. */
const MAPPED = new Set(["files", "file", "bundle", "code object"]);
const rest = (parent, left, one, several) => {
  const [count, size, unpacked] = left.map(Number);
  return count ? [node(parent, "rest", counted(count, `smaller ${one}`, `smaller ${several}`), size, unpacked, { target: parent.target })] : [];
};

/** The last part of a path, which can lead through packages. */
const base = path => path.split(/[/!]/).pop() || path;

function fileNode(parent, file) {
  return node(parent, "file", file.name, file.size, file.size, {
    short: base(file.name), facts: [["File", file.name], ["Bundles", grouped(file.bundles.length + Number(file.left[0]))], ["In bundles", exactly(file.size - file.other)], ["Everything else", exactly(file.other)]],
    counts: counted(file.bundles.length + Number(file.left[0]), "bundle", "bundles"),
    make: self => [
      ...file.bundles.map(bundle => bundleNode(self, bundle)),
      ...rest(self, file.left, "bundle", "bundles"),
      node(self, "other", "everything else", file.other, file.other, { long: "everything else in the file" }),
    ],
  });
}
function bundleNode(parent, bundle) {
  const facts = [["Format", bundle.title]];
  if (bundle.member) facts.push(["Member", bundle.member]);
  if (bundle.section) facts.push(["Section", bundle.section]);
  if (bundle.compressed) facts.push(["Compressed", bundle.compressed]);
  facts.push(["Begins at", hex(bundle.offset) + (bundle.compressed ? " of what is decompressed" : "")]);
  facts.push(["Code objects", exactly(bundle.size - bundle.own)], ["Header, table, gaps", exactly(bundle.own)]);
  return node(parent, "bundle", `bundle ${bundle.bundle}`, bundle.size, bundle.unpacked, {
    short: `#${bundle.bundle}`, facts, fields: bundle.fields, compressed: Boolean(bundle.compressed),
    counts: counted(bundle.objects.length + Number(bundle.left[0]), "code object", "code objects"),
    make: self => [
      ...bundle.objects.map(object => objectNode(self, object)),
      ...rest(self, bundle.left, "code object", "code objects"),
      node(self, "other", "header, table, gaps", bundle.own, bundle.own),
    ],
  });
}
function objectNode(parent, object) {
  const name = object.target ?? object.kind ?? "unknown";
  const kernels = object.parts.filter(([what]) => what >= 0).length + Number(object.left[0]);
  const facts = [["Bundle entry ID", object.id ?? "unreadable"], ["Entry", String(object.entry)], ["Begins at", hex(object.offset) + (parent.compressed ? " of what is decompressed" : "")]];
  return node(parent, "code object", name, object.size, object.unpacked, {
    facts, target: object.target ?? object.kind ?? "unknown", fields: parent.fields, path: object.path,
    counts: counted(kernels, "kernel", "kernels"),
    make: self => [...object.parts.map(part => partNode(self, part)), ...rest(self, object.left, "kernel", "kernels")],
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
function partNode(parent, [what, size, unpacked]) {
  const kernel = what < 0 ? undefined : content.kernels[what];
  const name = kernel ?? content.words[-1 - what];
  return node(parent, kernel === undefined ? "part" : "kernel", name, size, unpacked, { short: kernel && plainName(kernel), target: kernel && parent.target, fields: parent.fields, path: parent.path });
}
function explainedNode(parent, file) {
  return node(parent, "explained file", file.name, 0, 0, {
    facts: [["File", file.name]], fields: file.fields.length <= 4 ? file.fields : undefined,
    counts: counted(file.fields.length, "part", "parts"),
    make: self => file.fields.map(part => node(self, "explained", `${part.title} at ${hex(part.offset)}`, 0, 0, {
      counts: counted(part.rows.length, "field", "fields"), fields: [part], facts: part.facts,
    })),
  });
}

const of = content.command === "size" ? fileNode : explainedNode;
const root = content.files.length === 1 ? of(null, content.files[0]) : node(null, content.command === "size" ? "files" : "explained files", counted(content.files.length, "file", "files"),
  content.files.reduce((sum, file) => sum + Number(file.size ?? 0), Number(content.left[1])), 0, {
    make: self => [...content.files.map(file => of(self, file)), ...rest(self, content.left, "file", "files")],
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
/** Neighbours in the list are far from each other among the colours. */
const hues = new Map(targets.map((target, index) => [target, Math.round(index * (targets.length > 8 ? 137.5 : 360 / targets.length) + 210) % 360]));
function coloured(element, target) {
  if (!hues.has(target)) return element;
  element.classList.add("of");
  element.style.setProperty("--hue", hues.get(target));
  return element;
}

