// ---- Where we are.

let here = root;
const first = () => root.children?.[0]?.parent === null ? root.children[0] : root;
function positions(of) {
  const path = [];
  for (let at = of; at.parent; at = at.parent) path.unshift(children(at.parent).indexOf(at));
  return path;
}
function at(hash) {
  let found = first();
  for (const position of hash.replace(/^#/, "").split(".").filter(Boolean)) {
    const next = children(found)[Number(position)];
    if (!next) break;
    found = next;
  }
  return found;
}
/** Shows `to`; the focus goes to what we came from, if that is in it, or else to the first thing in it. */
function go(to) {
  const from = here;
  const hash = "#" + positions(to).join(".");
  if ((location.hash || "#") !== hash) history.pushState(null, "", hash);
  show(to);
  let inside = from;
  while (inside && inside.parent !== to) inside = inside.parent;
  const elements = [...document.querySelectorAll("#map .tile, #table tbody button")];
  const element = elements.find(element => inside && element.dataset.node === String(inside.number)) ?? elements[0] ?? byId("here");
  element.focus();
  scrollTo(0, 0);
}
const up = () => { if (here.parent) go(here.parent); };
addEventListener("popstate", () => show(at(location.hash)));

const opens = child => child.kind !== "rest" && child.kind !== "other";
const OF = { "code object": "Of the code object", bundle: "Of the bundle", file: "Of the file", files: "Of all files" };
const LEVELS = { files: "Files", file: "Bundles", bundle: "Code objects", "code object": "Kernels and what is beside them", "explained files": "Files", "explained file": "Parts" };

function show(to) {
  here = to;
  const path = [];
  for (let step = to; step; step = step.parent) path.unshift(step);
  byId("path").replaceChildren(...path.map(step => make("li", {}, step === to
    ? make("span", { "aria-current": "page" }, step.kind === "kernel" ? step.short : step.name)
    : make("button", { type: "button", class: "link", onclick: () => go(step) }, step.name))));
  const name = to.kind.endsWith("file") ? to.short ?? base(to.name) : to.name;
  byId("here").textContent = to.kind === "kernel" || !to.size ? name : `${name}: ${human(to.size)}`;
  document.title = `${to.name} – offload-bundle ${content.command}`;
  const takes = to.size > 0;
  const shares = [];
  for (let above = to.parent; above?.size; above = above.parent) shares.push([OF[above.kind], percent(to.size, above.size)]);
  const facts = [
    ...(takes ? [[to.kind === "files" ? "In the files" : "In the file", exactly(to.size)]] : []),
    ...(takes && to.unpacked !== to.size ? [["Unpacked", exactly(to.unpacked)]] : []),
    ...shares, ...to.facts,
  ];
  byId("facts").replaceChildren(...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  const list = [...byTarget(to)].sort((a, b) => b[1] - a[1]);
  byId("targets").hidden = to.target !== undefined || to.kind === "part" || list.length === 0;
  const more = list.splice(LEGEND).reduce((sum, [, size]) => sum + size, 0);
  if (more) list.push(["others", more]);
  byId("legend").replaceChildren(...list.map(([target, size]) => make("li", {},
    coloured(make("span", { class: "swatch", "aria-hidden": "true" }), target), make("span", {}, target), make("span", {}, human(size)), make("span", {}, percent(size, to.size)))));
  const hasMap = MAPPED.has(to.kind) && children(to).length > 0;
  byId("map").hidden = !hasMap;
  byId("look").classList.toggle("alone", !hasMap);
  drawn = "";
  drawMap();
  order = { column: null, descending: true };
  shownRows = ROWS;
  showTable();
  showFields(to);
}

