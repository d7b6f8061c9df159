
// ---- What the user does.

const TABS = ["contents", "sizes", "findings", "fields", "runs"];
/** The file that is open, what `list` said of it, and which tabs show it already. */
let open = null;

/** Puts what `answer` becomes into the element `id`. Of two answers for one element the later question counts. */
const latest = new Map();
async function fill(id, answer, show) {
  const turn = Symbol(id);
  latest.set(id, turn);
  const element = byId(id);
  element.setAttribute("aria-busy", "true");
  element.replaceChildren(make("p", { class: "quiet" }, "Working …"));
  let shown;
  try { shown = show(await answer); } catch (error) { shown = [bad(error)]; }
  if (latest.get(id) !== turn) return;
  element.replaceChildren(...shown);
  element.removeAttribute("aria-busy");
}
/** No file is open any more. */
function close() {
  current?.end();
  current = null;
  open = null;
  byId("opened").hidden = true;
}
async function openFile(file) {
  current?.end();
  current = new Asking(loading);
  const mine = current;
  for (const id of ["contents", "sizes", "findings", "part", "runs"]) { byId(id).replaceChildren(); latest.delete(id); }
  byId("parts").replaceChildren();
  byId("filter").value = "";
  open = { name: safe(file.name), shown: new Set(), report: null };
  const mineOpen = open;
  byId("opened").hidden = false;
  byId("name").textContent = open.name;
  byId("about").textContent = `${exactly(file.size)}, looking into it …`;
  document.documentElement.dataset.opened = "";
  current.ask("open", file).catch(() => {});
  const listing = current.once("list");
  select(TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "contents");
  byId("name").focus();
  try {
    const report = await listing;
    if (current !== mine) return;
    mineOpen.report = report;
    const targets = new Set(report.files.flatMap(entriesOf).map(({ entry }) => entry.id?.split("--")[1]).filter(Boolean));
    byId("gpus").replaceChildren(...[...targets].slice(0, ROWS).map(target => make("option", { value: safe(target) })));
    const bundles = report.files.reduce((sum, one) => sum + one.bundles.length, 0);
    byId("about").textContent = `${exactly(file.size)}, ${counted(bundles, "bundle", "bundles")}`;
  } catch (error) {
    if (current === mine) byId("about").textContent = `${exactly(file.size)}. ${short(error.message)}`;
  }
  document.documentElement.dataset.opened = "true";
}
const SHOW = {
  contents: () => fill("contents", current.once("list"), report => contents(report, open.name, byId("filter").value)),
  sizes: () => fill("sizes", current.once("size", byId("by").value), report => sizes(report, open.name)),
  findings: () => fill("findings", current.once("verify"), report => findings(report, open.name)),
  fields: async () => {
    const mine = open;
    let parts = [], first = 0;
    await fill("part", current.once("parts"), report => {
      ({ parts, first } = report);
      return report.notes.filter(note => note.error).map(note => bad(note.error)).concat(parts.length ? [] : [make("p", {}, "There is nothing to explain.")]);
    });
    if (open !== mine || !parts.length) return;
    byId("parts").replaceChildren(...parts.map((part, number) => make("option", { value: number }, `${part.title}, ${nameOf(part.file) === open.name ? "" : `${within(part.file, open.name)}, `}${place(part)}`)));
    byId("parts").value = first;
    showPart();
  },
  runs: () => {},
};
function showPart() {
  const number = Number(byId("parts").value);
  fill("part", current.once("part", number), part => part ? [partElement(part, open.name)] : []);
}
/** Shows a tab, and what is on it if that has not been asked for. */
function select(tab) {
  for (const other of TABS) {
    const button = byId(`tab-${other}`);
    button.setAttribute("aria-selected", String(other === tab));
    button.tabIndex = other === tab ? 0 : -1;
    byId(`panel-${other}`).hidden = other !== tab;
  }
  history.replaceState(null, "", `#${tab}`);
  if (open && !open.shown.has(tab)) { open.shown.add(tab); SHOW[tab](); }
}
TABS.forEach((tab, index) => {
  byId(`tab-${tab}`).addEventListener("click", () => select(tab));
  byId(`tab-${tab}`).addEventListener("keydown", event => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = TABS.at(to % TABS.length);
    select(next);
    byId(`tab-${next}`).focus();
  });
});
byId("file").addEventListener("change", event => { if (event.target.files.length) openFiles(event.target.files); });
byId("filter").addEventListener("input", () => SHOW.contents());
byId("by").addEventListener("change", () => SHOW.sizes());
byId("parts").addEventListener("change", showPart);
byId("runs-form").addEventListener("submit", event => {
  event.preventDefault();
  const gpu = byId("gpu").value;
  fill("runs", current.once("supports", gpu), report => runs(report, gpu, open.name));
});
byId("compare-form").addEventListener("submit", event => {
  event.preventDefault();
  fill("compared", general.ask("compare", byId("stored").value, byId("requested").value), compared);
});
for (const kind of ["dragenter", "dragover"]) addEventListener(kind, event => {
  event.preventDefault();
  document.documentElement.classList.add("over");
});
for (const kind of ["dragleave", "drop"]) addEventListener(kind, () => document.documentElement.classList.remove("over"));
addEventListener("drop", event => {
  event.preventDefault();
  if (event.dataTransfer.files.length) openFiles(event.dataTransfer.files);
});
document.documentElement.dataset.ready = "true";
