
// ---- The worker and what it is asked.

/** The program, as it came: compressed, as text. */
async function program() {
  const text = atob(byId("program").textContent);
  const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}
/** A worker, and who waits for its answers. Each file has one of its own, so that nothing of a file before is left. */
class Asking {
  constructor(loading) {
    this.waiting = new Map();
    this.worker = loading.then(bytes => {
      const url = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
      const worker = new Worker(url);
      URL.revokeObjectURL(url);
      worker.onmessage = ({ data: [id, answer, error, blob] }) => {
        const { resolve, reject } = this.waiting.get(id);
        this.waiting.delete(id);
        if (error === null) resolve(blob ? [JSON.parse(answer), blob] : JSON.parse(answer)); else reject(JSON.parse(error));
      };
      worker.onerror = event => this.fail(event.message);
      this.known = new Map();
      worker.postMessage([0, "load", bytes]);
      return worker;
    });
    this.next = 1;
    this.waiting.set(0, { resolve() {}, reject: error => this.fail(error.message) });
    this.worker.catch(error => this.fail(String(error)));
  }
  fail(message) {
    for (const { reject } of this.waiting.values()) reject({ code: "fault", message });
    this.waiting.clear();
  }
  /** The answer to a question, which comes when those before have been answered. */
  ask(...words) {
    const id = this.next;
    this.next += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.then(worker => worker.postMessage([id, ...words]), () => {});
    });
  }
  /** The same, asked once. */
  once(...words) {
    const key = JSON.stringify(words);
    if (!this.answers.has(key)) this.answers.set(key, this.ask(...words));
    return this.answers.get(key);
  }
  answers = new Map();
  end() { this.worker.then(worker => worker.terminate(), () => {}); }
}
const loading = program();
/** Who answers about no file, and who about the file that is open. */
const general = new Asking(loading);
let current = null;
