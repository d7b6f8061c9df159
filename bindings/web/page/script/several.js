
// ---- Several files at a time: what is in each, and one of them to look at.

/** The files that are looked into for the overview; those that came before are let go of. */
let several = null;

/** What is wrong, without the name of the file, which stands beside it. */
const about = (error, file) => short(error.message.startsWith(`${file.name}: `) ? error.message.slice(file.name.length + 2) : error.message);
/** Opens one file, or shows what is in each of several. */
function openFiles(files) {
  several?.asking?.end();
  several = null;
  byId("several").hidden = files.length < 2;
  if (files.length < 2) { openFile(files[0]); return; }
  close();
  several = { files: [...files], asking: null };
  overview(several);
}
async function overview(mine) {
  const rows = mine.files.map(file => ({
    file, name: make("button", { type: "button", class: "link", onclick: () => openFile(file) }, safe(file.name)),
    bundles: make("td", { class: "number" }, "…"), code: make("td", {}, "Waiting …"),
  }));
  const columns = [
    { title: "File", cell: row => row.name },
    { title: "Size", number: true, wide: true, cell: row => human(row.file.size) },
    { title: "Bundles", number: true, cell: row => row.bundles },
    { title: "Code for", cell: row => row.code },
  ];
  byId("several-about").textContent = `${counted(rows.length, "file", "files")}, ${human(rows.reduce((sum, row) => sum + row.file.size, 0))}, looking into them …`;
  byId("overview").replaceChildren(table(columns, rows, "What is in each file"));
  byId("several-title").focus();
  document.documentElement.dataset.several = "";
  let holding = 0;
  for (const row of rows) {
    // Each file has a worker of its own, one after the other, so that many take no more memory than one.
    mine.asking = new Asking(loading);
    mine.asking.ask("open", row.file).catch(() => {});
    row.code.textContent = "Working …";
    try {
      const report = await mine.asking.ask("list");
      const bundles = report.files.reduce((sum, one) => sum + one.bundles.length, 0);
      const targets = new Set(report.files.flatMap(entriesOf).map(({ entry }) => entry.id?.split("--")[1]).filter(Boolean));
      const errors = report.files.flatMap(one => one.error ? [about(one.error, row.file)] : []);
      row.bundles.textContent = grouped(bundles);
      row.code.textContent = [safe([...targets].sort().join(", ")), ...errors].filter(Boolean).join("; ") || "–";
      if (errors.length && !targets.size) row.code.className = "quiet";
      holding += bundles ? 1 : 0;
    } catch (error) {
      row.bundles.textContent = "–";
      row.code.textContent = short(error.message);
    } finally {
      mine.asking.end();
    }
    if (several !== mine) return;
  }
  byId("several-about").textContent = `${counted(rows.length, "file", "files")}: ${holding} with GPU code`;
  document.documentElement.dataset.several = "true";
}
