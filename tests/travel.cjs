// Reads values as lines of JSON, checks each by its schema, and writes it back: node travel.cjs AJV SCHEMA VALUES
"use strict";
const fs = require("node:fs");
const [, , ajvFolder, schemaFile, valuesFile] = process.argv;
const Ajv = require(`${ajvFolder}/dist/2020.js`);

const ajv = new Ajv({ strict: false, allErrors: false });
ajv.addSchema(JSON.parse(fs.readFileSync(schemaFile, "utf8")), "house");
const back = [];
for (const line of fs.readFileSync(valuesFile, "utf8").split("\n").filter(Boolean)) {
  const [name, value] = JSON.parse(line);
  const holds = ajv.getSchema(`house#/$defs/${name}`);
  if (!holds(value)) {
    process.stderr.write(`${name}: ${ajv.errorsText(holds.errors)}\n${line}\n`);
    process.exit(1);
  }
  back.push(JSON.stringify(value));
}
process.stdout.write(back.join("\n"));
