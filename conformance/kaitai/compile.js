// Compiles one Kaitai schema to Python with the official compiler: node compile.js SCHEMA OUTPUT_FOLDER
// Prints what a caller needs to know of it: {"module": "…", "class": "…", "magic": [bytes], "fixed": ["…"], "length": "…"}; `fixed`
// are all fields that hold fixed bytes, as "Class.id"; `length` is that of the number that says how long the file is, or empty.
const fs = require('fs');
const path = require('path');
const yaml = require('js-yaml');
const compiler = require('kaitai-struct-compiler');

const [schemaPath, folder] = process.argv.slice(2);
const schema = yaml.load(fs.readFileSync(schemaPath, 'utf8'));
const noImports = null;
const debug = true; // the compiled reader then says where each field stands

// The bytes of a `contents`: text, or a list of bytes and texts; none where there is no such key.
const magic = (contents) => Buffer.concat([contents ?? []].flat().map((item) => (
  typeof item === 'number' ? Buffer.from([item]) : Buffer.from(String(item)))));

compiler.compile('python', schema, noImports, debug).then((files) => {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), text);
  }
  const id = schema.meta.id;
  const camel = (word) => word.split('_').map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  const inside = (name, record) => [
    ...(record.seq ?? []).filter((field) => field.contents !== undefined).map((field) => `${camel(name)}.${field.id}`),
    ...Object.entries(record.types ?? {}).flatMap((entry) => inside(...entry)),
  ];
  console.log(JSON.stringify({
    module: id,
    class: camel(id),
    magic: [...magic(schema.seq[0].contents)],
    fixed: inside(id, schema),
    length: schema.seq.find((field) => field['-write'] === 'size(_root)')?.id ?? '',
  }));
}, (error) => {
  console.error(`${schemaPath}: ${error.message || error}`);
  process.exit(1);
});
