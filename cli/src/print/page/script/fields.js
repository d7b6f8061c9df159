// ---- Fields and their bytes.

let unchoose = () => {};
const HINT = "Choose a field to see its bytes, or a byte to see its field.";
function showFields(of) {
  unchoose = () => {};
  const all = (of.fields ?? []).filter(part => part.rows.length > 0 || part.findings.length > 0);
  const own = of.path === undefined ? [] : all.map(part => ofEntry(part, of.path)).filter(part => part.rows.length > 0);
  const parts = own.length ? own : all;
  byId("fields").hidden = !parts.length && of.kind !== "bundle" && of.kind !== "code object";
  byId("parts").replaceChildren(...parts.length ? parts.map(part => partElement(part, of.file)) : [make("p", {}, "There was no room for the fields of this bundle on the page.")]);
}
/** Of the fields of a bundle those of one entry; of another part none. */
function ofEntry(part, path) {
  const rows = part.rows.filter(row => row.path.startsWith(`${path}.`));
  const has = (offset, length) => rows.some(row => Number(row.offset) < offset + length && offset < Number(row.offset) + Number(row.size));
  const bytes = part.bytes?.flatMap(({ offset, bytes: digits }) => {
    const pieces = [];
    const start = Number(offset), end = start + digits.length / 2;
    for (let from = start; from < end;) {
      const to = Math.min(end, from - from % 16 + 16);
      if (has(from, to - from)) {
        const piece = digits.slice(2 * (from - start), 2 * (to - start));
        const last = pieces[pieces.length - 1];
        if (last && last.offset + last.bytes.length / 2 === from) last.bytes += piece; else pieces.push({ offset: from, bytes: piece });
      }
      from = to;
    }
    return pieces;
  });
  return { ...part, rows, bytes, findings: [], left_out_count: 0 };
}
/** A part, of the file that is called `name`. */
function partElement(part, name) {
  const width = matchMedia("(max-width: 40rem)").matches ? 8 : 16;
  const element = make("div", { class: "part" }, make("h4", {}, `${part.title} at ${hex(part.offset)}${nameOf(part.file) === name ? "" : ` of ${within(part.file, name)}`}`));
  const body = make("tbody");
  const table = make("table", {}, make("thead", {}, make("tr", {},
    make("th", { scope: "col" }, "Field"), make("th", { scope: "col", class: "number" }, "Offset"), make("th", { scope: "col", class: "number wide" }, "Bytes"), make("th", { scope: "col" }, "Value"))), body);
  const rows = [];
  const spans = [];
  let chosen = -1;
  const choose = (index, scroll) => {
    const before = chosen;
    unchoose();
    chosen = before === index && scroll === undefined ? -1 : index;
    unchoose = () => {
      if (chosen < 0) return;
      rows[chosen].classList.remove("chosen");
      rows[chosen].querySelector("button").setAttribute("aria-pressed", "false");
      for (const span of spans) span.classList.remove("chosen");
      status.textContent = HINT;
      chosen = -1;
    };
    if (chosen < 0) { status.textContent = HINT; return; }
    const { path, offset, size, value, meaning } = part.rows[chosen];
    const [from, to] = [Number(offset), Number(offset) + Number(size)];
    rows[chosen].classList.add("chosen");
    rows[chosen].querySelector("button").setAttribute("aria-pressed", "true");
    const its = spans.filter(span => span.offset >= from && span.offset < to);
    its.forEach(span => span.classList.add("chosen"));
    const missing = Number(size) - new Set(its.map(span => span.offset)).size;
    status.textContent = `${short(path)}: ${counted(Number(size), "byte", "bytes")} at ${hex(offset)}, ${shown(value)}. ${safe(meaning)}${missing > 0 ? ` ${grouped(missing)} of its bytes are not on this page.` : ""}`;
    if (scroll !== "row" && its.length) view.scrollTop = its[0].offsetTop - view.clientHeight / 3;
    if (scroll === "row") rows[chosen].scrollIntoView({ block: "nearest" });
  };
  // Names of records have their fields below them.
  let group = "", members = [];
  part.rows.forEach((row, index) => {
    const path = short(row.path);
    const cut = path.lastIndexOf(".");
    const outer = cut < 0 ? "" : path.slice(0, cut);
    if (outer !== group) {
      group = outer;
      const mine = members = [];
      if (outer) {
        const toggle = make("button", { type: "button", "aria-expanded": "true", onclick: () => {
          const open = toggle.getAttribute("aria-expanded") !== "true";
          toggle.setAttribute("aria-expanded", String(open));
          mine.forEach(member => { member.hidden = !open; });
        } }, outer);
        body.append(make("tr", { class: "group" }, make("th", { scope: "rowgroup", colspan: "4" }, toggle)));
      }
    }
    const line = make("tr", { title: safe(row.meaning) },
      make("th", { scope: "row", class: outer ? "deep" : undefined }, make("button", { type: "button", class: "link", "aria-pressed": "false", onclick: () => choose(index) }, path.slice(cut + 1) || path)),
      make("td", { class: "number" }, hex(row.offset)), make("td", { class: "number wide" }, grouped(row.size)),
      make("td", {}, make("code", { class: row.error ? "bad" : undefined }, shown(row.value))));
    rows.push(line);
    members.push(line);
    body.append(line);
  });
  table.addEventListener("keydown", event => step(event, body));
  const status = make("p", { class: "status quiet", role: "status" }, HINT);
  const view = make("div", { class: "hex", tabindex: "0", role: "group", "aria-label": `Bytes of ${part.title}: arrow keys go from byte to byte and choose its field` });
  drawBytes(part, view, spans, width);
  let cursor = -1;
  const moveTo = to => {
    spans[cursor]?.classList.remove("cursor");
    cursor = Math.max(0, Math.min(spans.length - 1, to));
    const span = spans[cursor];
    span.classList.add("cursor");
    if (span.offsetTop < view.scrollTop || span.offsetTop + 24 > view.scrollTop + view.clientHeight) view.scrollTop = span.offsetTop - view.clientHeight / 2;
    if (span.field >= 0) choose(span.field, "row"); else { unchoose(); status.textContent = `${hex(span.offset)}: a byte of no field.`; }
  };
  view.addEventListener("click", event => { if (event.target.offset !== undefined) moveTo(spans.indexOf(event.target)); });
  view.addEventListener("keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[event.key];
    if (!by || !spans.length) return;
    event.preventDefault();
    moveTo(cursor < 0 ? 0 : cursor + by);
  });
  element.append(...part.findings.map(finding => make("p", { class: "bad" }, `${hex(finding.offset)} (${safe(finding.path)}): ${short(finding.message)}`)));
  if (part.left_out_count) element.append(make("p", { class: "quiet" }, `${counted(part.left_out_count, "more field", "more fields")} had no room on the page.`));
  element.append(make("div", { class: "bytes" }, ...(spans.length ? [view, status] : [status])), make("div", {}, table));
  return element;
}
/** The bytes of a part as lines of `width`; `spans` has each byte with its offset and the number of its field. */
function drawBytes(part, view, spans, width) {
  // Of fields that share bytes, the shortest has them.
  const bySpan = part.rows.map((row, index) => [index, Number(row.offset), Number(row.size)]).sort((a, b) => b[2] - a[2]);
  const { bytes = [] } = part;
  let last = Number(bytes[0]?.offset ?? 0);
  const most = bytes.reduce((end, piece) => Math.max(end, Number(piece.offset) + piece.bytes.length / 2), 0);
  const digitsOfOffset = Math.max(4, most.toString(16).length);
  const lines = [];
  for (const { offset, bytes: digits } of bytes) {
    const start = Number(offset), end = start + digits.length / 2;
    if (start > last) lines.push(make("div", { class: "none" }, `… ${counted(start - last, "byte is", "bytes are")} left out`));
    last = end;
    const fields = new Int32Array(end - start).fill(-1);
    for (const [index, from, length] of bySpan) if (from < end && from + length > start) fields.fill(index, Math.max(0, from - start), Math.min(end, from + length) - start);
    for (let line = start - start % width; line < end; line += width) {
      const element = make("div", {}, make("span", { class: "at" }, line.toString(16).padStart(digitsOfOffset, "0")), "  ");
      let letters = "";
      for (let at = line; at < line + width; at += 1) {
        if (at < start || at >= end) { element.append("   "); letters += " "; continue; }
        const pair = digits.slice(2 * (at - start), 2 * (at - start) + 2);
        const field = fields[at - start];
        const span = make("span", { class: field < 0 ? "none" : field % 2 ? undefined : "even" }, pair);
        span.offset = at;
        span.field = field;
        spans.push(span);
        element.append(span, " ");
        const code = parseInt(pair, 16);
        letters += code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : "·";
      }
      element.append(make("span", { class: "at", "aria-hidden": "true" }, " " + letters));
      lines.push(element);
    }
  }
  view.replaceChildren(...lines);
}

