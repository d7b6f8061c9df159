// Compiles Kaitai schemas to Python with the official compiler, with what they import: node compile_foreign.js OUTPUT_FOLDER ROOT SCHEMA…
// Imports that begin with `/` count from ROOT, others from the folder of the schema. Prints one line of JSON for each schema:
// {"schema": "…", "module": "…", "class": "…"} or {"schema": "…", "refused": "…"}.
const fs = require('fs');
const path = require('path');
const yaml = require('js-yaml');
const compiler = require('kaitai-struct-compiler');

const [folder, root, ...schemas] = process.argv.slice(2);
const debug = true; // the compiled reader then says where each field is
const camel = (word) => word.split('_').map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
const load = (file) => yaml.load(fs.readFileSync(file, 'utf8'));

const compile = async (schemaPath) => {
  const schema = load(schemaPath);
  const importer = {
    // The compiler says which names begin with `/`; it has made others relative to the first schema.
    importYaml: async (name, mode) => load(path.join(mode === 'abs' ? root : path.dirname(schemaPath), `${name}.ksy`)),
  };
  const files = await compiler.compile('python', schema, importer, debug);
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), text);
  }
  return { schema: schemaPath, module: schema.meta.id, class: camel(schema.meta.id) };
};

(async () => {
  for (const schemaPath of schemas) {
    let answer;
    try {
      answer = await compile(schemaPath);
    } catch (error) {
      answer = { schema: schemaPath, refused: String(error.message || error) };
    }
    console.log(JSON.stringify(answer));
  }
})();
