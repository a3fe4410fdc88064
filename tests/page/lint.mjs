// Lints the files named; a line for every complaint.   node lint.mjs LINTER JS GLOBALS FILE...   exit: 0 none, 1 some
import {readFileSync} from 'node:fs';
import {basename} from 'node:path';
import config from './eslint.config.mjs';

const [linterFolder, jsFolder, globalsFolder, ...files] = process.argv.slice(2);
const {Linter} = await import(`${linterFolder}/linter.mjs`);
const js = (await import(`${jsFolder}/src/index.js`)).default;
const globals = (await import(`${globalsFolder}/index.js`)).default;

const linter = new Linter({configType: 'flat'});
let n = 0;
for (const file of files) {
  for (const m of linter.verify(readFileSync(file, 'utf8'), config(js.configs.recommended, globals.browser), {filename: basename(file)})) {
    ++n;
    console.log(`${file}:${m.line}:${m.column}: ${m.message} (${m.ruleId ?? 'syntax'})`);
  }
}
console.log(`${files.length} files linted, ${n} complaints`);
process.exit(n > 0 ? 1 : 0);
