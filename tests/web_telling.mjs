// Tells events in a language of the page: node web_telling.mjs JS_FOLDER LANGUAGE EVENTS. Each line of EVENTS is [family, event, the server's words].
import fs from "node:fs";

const [, , folder, language, file] = process.argv;
const silent = { matches: false, addEventListener() {} };
Object.assign(globalThis, { matchMedia: () => silent, document: { documentElement: { dataset: {}, style: { setProperty() {} } }, querySelector: () => null }, getComputedStyle: () => ({ getPropertyValue: () => "" }) });
Object.defineProperty(globalThis, "navigator", { value: { languages: [language] } });
const { loadWords } = await import(`${folder}/words/index.js`);
const { tellEvent } = await import(`${folder}/telling.js`);

await loadWords();
const names = ["Ann", "Ben", "Cem"];
for (const line of fs.readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const [family, event, words] = JSON.parse(line);
  console.log(tellEvent(family, event, words, { me: 0, name: (seat) => names[seat] }));
}
