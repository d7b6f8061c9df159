// ---- The table.

let order = { column: null, descending: true };
let shownRows = ROWS;
const sizeOf = child => child.size;
function columns() {
  const list = children(here);
  const mapped = MAPPED.has(here.kind);
  const all = [{ title: "Name", key: child => child.name, cell: nameCell }];
  if (mapped) {
    all.push({ title: "In file", number: true, key: sizeOf, cell: child => make("td", { class: "number", title: `${grouped(child.size)} bytes` }, human(child.size)) });
    const largest = list.reduce((most, child) => Math.max(most, child.size), 1);
    all.push({ title: "Share", number: true, key: sizeOf, cell: child => {
      const cell = make("td", { class: "number share" }, percent(child.size, here.size));
      cell.style.setProperty("--share", `${100 * child.size / largest}%`);
      return cell;
    } });
    if (list.some(child => child.unpacked !== child.size)) {
      all.push({ title: "Unpacked", number: true, wide: true, key: child => child.unpacked, cell: child => make("td", { class: "number wide" }, human(child.unpacked)) });
    }
  }
  if (list.some(child => child.counts)) all.push({ title: "Contains", wide: mapped, key: child => parseInt(child.counts?.replace(/,/g, "") ?? "0", 10), cell: child => make("td", { class: mapped ? "wide" : undefined }, child.counts ?? "") });
  return all;
}
function nameCell(child) {
  const isFile = child.kind.endsWith("file");
  const name = isFile ? base(child.name) : child.long ?? child.name;
  return make("th", { scope: "row" }, opens(child)
    ? make("button", { type: "button", class: "link", title: child.name, "data-node": child.number, onclick: () => go(child) }, make("span", { class: "long" }, name))
    : make("span", { class: "quiet" }, name),
  isFile && name !== child.name ? make("small", { class: "quiet long" }, child.name) : undefined);
}
function showTable() {
  const list = children(here);
  byId("contents").hidden = list.length === 0;
  byId("contents-title").textContent = LEVELS[here.kind] ?? "";
  const all = columns();
  byId("table").tHead.replaceChildren(make("tr", {}, ...all.map((column, index) => make("th", {
    scope: "col", class: [column.number && "number", column.wide && "wide"].filter(Boolean).join(" ") || undefined,
    "aria-sort": order.column === index ? (order.descending ? "descending" : "ascending") : undefined,
  }, make("button", { type: "button", onclick: () => sortBy(index, column) }, column.title)))));
  const rows = [...list];
  if (order.column !== null) {
    const { key } = all[order.column];
    const compare = (a, b) => typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b;
    rows.sort((a, b) => compare(key(a), key(b)) * (order.descending ? -1 : 1));
  }
  byId("table").tBodies[0].replaceChildren(...rows.slice(0, shownRows).map(child => make("tr", {}, ...all.map(column => column.cell(child)))));
  byId("more").hidden = rows.length <= shownRows;
  byId("more").textContent = `Show more: ${grouped(Math.min(shownRows, rows.length))} of ${grouped(rows.length)} are here`;
}
function sortBy(index, column) {
  order = { column: index, descending: order.column === index ? !order.descending : Boolean(column.number) };
  showTable();
  byId("table").tHead.querySelectorAll("button")[index].focus();
}
byId("more").addEventListener("click", () => {
  const before = shownRows;
  shownRows += 10 * ROWS;
  showTable();
  byId("table").tBodies[0].rows[before]?.querySelector("button")?.focus();
});
byId("table").addEventListener("keydown", event => step(event, byId("table").tBodies[0]));
