
// ---- The worker: it has the files, and asks the program about them. What the program calls is here: see browser.rs.

const files = [];
const opened = [];
const reader = new FileReaderSync();
/** What is to be saved: pieces, and how many bytes of them are in memory. */
let pieces = [], held = 0;
let fault = null;
const HOLD = 32 << 20;

function readFile(number, ofs, into) {
  const from = Number(ofs);
  try {
    const bytes = new Uint8Array(reader.readAsArrayBuffer(files[number].slice(from, from + into.length)));
    if (bytes.length < into.length) return false;
    into.set(bytes);
    return true;
  } catch {
    return false;
  }
}
function takeBytes(bytes) {
  pieces.push(bytes.slice());
  held += bytes.length;
  // A blob may leave memory.
  if (held > HOLD) { pieces = [new Blob(pieces)]; held = 0; }
}
function tellFault(text) { fault = text; }

const ASKED = {
  load: program => { wasm_bindgen.initSync({ module: program }); return "null"; },
  open: file => {
    files.push(file);
    opened.push(new wasm_bindgen.File(files.length - 1, file.name, BigInt(file.size)));
    return "null";
  },
  compare: (stored, requested) => wasm_bindgen.compareTargets(stored, requested),
  list: () => opened[0].list(),
  verify: () => opened[0].verify(),
  size: by => opened[0].size(by),
  supports: gpu => opened[0].supports(gpu),
  parts: () => opened[0].parts(),
  part: number => opened[0].part(number),
  save: (file, bundle, entry) => opened[0].save(file, bundle, entry),
};
onmessage = ({ data: [id, what, ...words] }) => {
  pieces = [];
  held = 0;
  try {
    const answer = ASKED[what](...words);
    postMessage([id, answer, null, what === "save" ? new Blob(pieces) : null]);
  } catch (error) {
    // What is no text has not been thrown by the program: it has ended.
    const broken = JSON.stringify({ code: "fault", message: `a fault in offload-bundle, which please report with the file that shows it: ${fault ?? error}` });
    postMessage([id, null, typeof error === "string" ? error : broken, null]);
  }
  pieces = [];
};
