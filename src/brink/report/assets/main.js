/**
 * The page: what is shown for the filter and the address in force, and the keys.
 */
import {choice, h, replace} from './dom.js';
import {questionView} from './answers.js';
import {explorer, itemHash, listed, readAddress, state} from './explorer.js';
import {forgetFigures} from './figure.js';
import {plural} from './format.js';
import {notes, numbersTable, verdictCards, words} from './front.js';
import {itemView} from './item.js';
import {matrix} from './matrix.js';
import {methods} from './methods.js';
import {itemIndex, page} from './payload.js';
import {themeButton} from './theme.js';

const UNTREATED = 'none';
const filter = {dataset: '', model: '', mode: '', treatment: page.configurations.some((c) => c.treatment === UNTREATED) ? UNTREATED : ''};
/** @type {import('./payload.js').IndexRow | null} */
let current = null;
const report = h('main', {id: 'report'});
const item = h('main', {id: 'item', hidden: true, 'aria-live': 'polite'});

/** @type {('dataset' | 'model' | 'mode' | 'treatment')[]} */
const FILTERED = ['dataset', 'model', 'mode', 'treatment'];
const shown = () => page.configurations.filter((c) => FILTERED.every((name) => !filter[name] || c[name] === filter[name]));

/** Among those shown, or none that a filter could name. @param {string} name @param {string} dataset */
function isShown(name, dataset) {
  const is = (/** @type {import('./payload.js').Configuration} */ c) => c.name === name && c.dataset === dataset;
  return shown().some(is) || !page.configurations.some(is);
}
state.shows = isShown;

function drawReport() {
  const configurations = shown();
  const datasets = [...new Set(configurations.map((c) => c.dataset))];
  state.dataset = filter.dataset;
  forgetFigures();
  const [order, ...others] = page.questions;
  const verdict = h('div', {}, verdictCards(configurations, datasets.length > 1), words(configurations), notes(configurations), matrix(configurations),
    configurations.some((c) => Object.keys(c.numbers).length) ? h('section', {'aria-label': 'numbers'}, h('h3', {}, 'The numbers, with 95% intervals'), numbersTable(configurations)) : null);
  replace(report, ...(configurations.length ? [questionView(order, configurations, verdict), ...others.map((q) => questionView(q, configurations))] : [h('p', {class: 'nothing'}, 'No configuration is of that model, data set and mode.')]),
    explorer(), methods(configurations));
}

/** @param {string} label @param {'dataset' | 'model' | 'mode' | 'treatment'} name */
function filterChoice(label, name) {
  const values = [...new Set(page.configurations.map((c) => c[name]))];
  if (values.length < 2) return null;
  const text = (/** @type {string} */ v) => (name === 'treatment' && v === UNTREATED ? 'as asked' : v);
  return choice(label, [{value: '', text: 'all'}, ...values.map((v) => ({value: v, text: text(v)}))], filter[name], (v) => {
    filter[name] = v;
    drawReport();
    if (current) showItem(current.key);
  });
}

function header() {
  const n = page.configurations.length;
  const filters = [filterChoice('Data', 'dataset'), filterChoice('Model', 'model'), filterChoice('Mode', 'mode'), filterChoice('Treatment', 'treatment')];
  return h('header', {class: 'page'},
    h('div', {class: 'title'}, h('h1', {}, page.title), h('p', {}, `${plural(page.items.n, 'item')}, ${plural(n, 'configuration')}. How does a language model commit to an answer, and can the commitment be trusted?`)),
    h('nav', {'aria-label': 'parts of the report'}, ...[['order', 'Order'], ['length', 'Length'], ['commitment', 'Commitment'], ['before', 'Before'], ['remedies', 'Remedies'], ['items', 'Items'], ['methods', 'Methods']]
      .map(([id, text]) => h('a', {href: `#${id}`}, text)), themeButton()),
    filters.some((f) => f !== null) ? h('div', {class: 'controls filters', role: 'group', 'aria-label': 'what the page shows'}, ...filters) : null);
}

async function step(/** @type {number} */ by) {
  const rows = await listed();
  const at = rows.findIndex((row) => row.key === current?.key && row.dataset === current?.dataset);
  const next = rows[at + by];
  if (next) location.hash = itemHash(next);
}

/** @param {string} wanted */
async function showItem(wanted) {
  const rows = await itemIndex();
  const row = rows.find((r) => r.key === wanted) ?? rows.find((r) => r.id === wanted);
  current = row ?? null;
  const bar = h('nav', {class: 'bar', 'aria-label': 'items'}, h('a', {href: '#items'}, '← All items'),
    h('span', {}, h('button', {type: 'button', class: 'quiet', click: () => step(-1)}, 'Previous'), h('button', {type: 'button', class: 'quiet', click: () => step(1)}, 'Next')));
  replace(item, bar, row ? await itemView(row, isShown) : h('p', {class: 'nothing'}, `No item '${wanted}'.`));
  report.hidden = true;
  item.hidden = false;
  scrollTo(0, 0);
  document.getElementById('item-title')?.focus({preventScroll: true});
}

/** An address is typed and mailed: anything may stand there. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function route() {
  const hash = decoded(location.hash.slice(1));
  if (hash.startsWith('item=')) return showItem(hash.slice('item='.length));
  const back = !item.hidden;
  current = null;
  item.hidden = true;
  report.hidden = false;
  if (!hash) return;
  if (hash.startsWith('items?')) {
    readAddress(location.hash.slice('#items?'.length));
    document.getElementById('items')?.replaceWith(explorer());
    document.getElementById('items')?.scrollIntoView();
    return;
  }
  document.getElementById(hash)?.scrollIntoView();
  if (back) document.getElementById('search')?.focus({preventScroll: true});
}

addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape' && current) location.hash = '#items';
  else if (typing) return;
  else if (event.key === '/') {
    event.preventDefault();
    location.hash = '#items';
    document.getElementById('search')?.focus();
  } else if (current && (event.key === 'ArrowRight' || event.key === 'j')) step(1);
  else if (current && (event.key === 'ArrowLeft' || event.key === 'k')) step(-1);
});

document.body.prepend(h('a', {class: 'skip', href: '#report'}, 'Skip to the verdict'), header(), report, item,
  h('footer', {class: 'page'}, `Made by brink ${page.methods.version}. Everything is in this file; nothing was fetched. Keys: / search, ← → items, Esc back.`));
drawReport();
addEventListener('hashchange', route);
route();
