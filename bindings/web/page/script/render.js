
// ---- What comes from files, as elements.

/** A table with the first of `rows`, and a button for more. A column has `title`, `cell`, and perhaps `number` and `wide`. */
function table(columns, rows, label) {
  const kind = column => [column.number && "number", column.wide && "wide"].filter(Boolean).join(" ") || undefined;
  const body = make("tbody");
  const more = make("button", { type: "button", class: "more" });
  const show = upto => {
    const first = body.rows.length;
    body.append(...rows.slice(first, upto).map(row => make("tr", {}, ...columns.map((column, index) => {
      const cell = column.cell(row);
      return cell instanceof HTMLTableCellElement ? cell : make(index ? "td" : "th", { class: kind(column), scope: index ? undefined : "row" }, cell ?? "");
    }))));
    more.hidden = body.rows.length >= rows.length;
    more.textContent = `Show more: ${grouped(body.rows.length)} of ${grouped(rows.length)} are here`;
    return first;
  };
  more.addEventListener("click", () => { const first = show(body.rows.length + 10 * ROWS); body.rows[first]?.querySelector("button")?.focus(); });
  body.addEventListener("keydown", event => step(event, body));
  show(ROWS);
  return make("div", {}, make("table", { "aria-label": label }, make("thead", {}, make("tr", {}, ...columns.map(column => make("th", { scope: "col", class: kind(column) }, column.title)))), body), more);
}
const list = texts => make("ul", { class: "plain" }, ...texts.map(text => make("li", {}, text)));
const bad = error => make("p", { class: "bad" }, short(error.message));

/** Where in a file something is. */
function place({ member, section, offset }) {
  const parts = [];
  if (member) parts.push(nameOf(member.name));
  if (section) parts.push(safe(section));
  parts.push(hex(offset));
  return parts.join(", ");
}
/** What else there is to say of a file. */
function notes({ error, warnings = [], external_code = [] }) {
  const lines = [];
  if (error) lines.push(bad(error));
  if (warnings.length) lines.push(list(warnings.map(warning => `at byte ${hex(warning.offset)}: ${short(warning.message)}`)));
  if (external_code.length) {
    const where = external_code.flatMap(code => code.reference?.paths ?? []).map(path => nameOf(path.path));
    lines.push(make("p", {}, `${counted(external_code.length, "section has", "sections have")} code in other files${where.length ? `: ${[...new Set(where)].join(", ")}` : ""}. Open these to see it.`));
  }
  return lines;
}
