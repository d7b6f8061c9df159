
"use strict";
// What the page shows comes from files that may be hostile, so it becomes text of elements and never markup.
const byId = id => document.getElementById(id);
/** So many tiles are drawn at a level, so many inside them, and so many rows of a table at once. */
const TILES = 240, INNER = 3000, ROWS = 100, LEGEND = 32;

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== undefined && child !== ""));
  return element;
}

// ---- Numbers for people.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
function human(bytes) {
  let unit = 0;
  let amount = bytes;
  while (amount >= 1023.5 && unit < UNITS.length - 1) { amount /= 1024; unit += 1; }
  return `${unit ? amount.toFixed(1) : amount} ${UNITS[unit]}`;
}
const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const exactly = bytes => bytes < 1024 ? `${bytes} bytes` : `${human(bytes)} (${grouped(bytes)} bytes)`;
const hex = offset => "0x" + BigInt(offset).toString(16);
const percent = (part, of) => of ? `${(100 * part / of).toFixed(1)} %` : "–";
const counted = (count, one, several) => `${grouped(count)} ${count === 1 ? one : several}`;

// ---- What comes from files, as text.

/** A text from a file, harmless on the page: letters that do not show or that turn others around have their numbers. */
const safe = text => String(text ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, letter => `\\u{${letter.codePointAt(0).toString(16)}}`);
const LONGEST = 2000;
const short = text => text.length > LONGEST ? `${safe(text.slice(0, LONGEST))} … and ${text.length - LONGEST} characters more` : safe(text);
/** The value of a field. A number so large is no count of anything, but a digest, or damaged. */
const shown = value => /^\d{16,20}$/.test(value) && BigInt(value) > 2n ** 53n ? hex(value) : short(value);
/** The name of a file, which need not be text. */
const nameOf = file => typeof file === "string" ? safe(file) : safe(file?.percent_encoded);
/** The name of a file in the one that is open, without the name of that. */
const within = (file, whole) => { const name = nameOf(file); return name.startsWith(whole + "!") ? name.slice(whole.length + 1) : name; };
/** What is in code objects beside kernels. */
const PARTS = {
  "other-code": "other code", "data": "data", "debug-information": "debug information", "metadata": "notes and metadata", "symbols": "symbols and relocations",
  "padding": "headers and padding", "opaque": "code objects that cannot be looked into", "other": "other sections",
};
