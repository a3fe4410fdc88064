/**
 * The list of items: searched, filtered, sorted.
 */
import {choice, h, replace} from './dom.js';
import {number, plural} from './format.js';
import {itemIndex, page} from './payload.js';

/** @typedef {import('./payload.js').IndexRow} IndexRow */

const STEP = 50;

/** @type {{value: string, text: string, test: (row: IndexRow) => boolean}[]} */
const FILTERS = [
  {value: '', text: 'all items', test: () => true},
  {value: 'flips', text: 'answers that flip', test: (r) => r.flips > 0},
  {value: 'excess', text: 'high excess PBS', test: (r) => r.excess !== null && r.excess > 0.1},
  {value: 'cut', text: 'cut off', test: (r) => r.cut > 0},
  {value: 'unread', text: 'an answer not read', test: (r) => r.unread > 0},
  {value: 'wrong', text: 'wrong in all', test: (r) => r.graded > 0 && r.right === 0},
  {value: 'disagree', text: 'readers disagree', test: (r) => r.disagree > 0},
];

/** @type {{value: string, text: string, key: (row: IndexRow) => number | string}[]} */
const SORTS = [
  {value: '', text: 'data set and id', key: () => 0},
  {value: 'excess', text: 'excess PBS', key: (r) => -(r.excess ?? -Infinity)},
  {value: 'flips', text: 'configurations that flip', key: (r) => -r.flips},
  {value: 'right', text: 'fewest right', key: (r) => (r.graded ? r.right / r.graded : 2)},
  {value: 'chars', text: 'longest answers', key: (r) => -r.chars},
];

export const state = {
  query: '', filter: '', sort: '', dataset: '',
  /** Whether a configuration is among those that the page shows. @type {(configuration: string, dataset: string) => boolean} */
  shows: () => true,
};

/** @returns {Promise<IndexRow[]>} */
export async function listed() {
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  const test = (FILTERS.find((f) => f.value === state.filter) ?? FILTERS[0]).test;
  const {key} = SORTS.find((s) => s.value === state.sort) ?? SORTS[0];
  const rows = (await itemIndex()).filter((row) => {
    if (state.dataset && row.dataset !== state.dataset) return false;
    if (!test(row)) return false;
    const text = `${row.id} ${row.stem} ${Object.values(row.tags).join(' ')}`.toLowerCase();
    return words.every((w) => text.includes(w));
  });
  if (!state.sort) return rows;
  return rows.map((row) => ({row, at: key(row)})).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map((x) => x.row);
}

/** @param {IndexRow} row */
export const itemHash = (row) => `#item=${row.key}`;

const N_NAMED = 4;

/** What is right, for each of the configurations shown. @param {IndexRow} row @returns {string[]} */
function rightOf(row) {
  const own = Object.entries(row.by).filter(([name, [, graded]]) => graded > 0 && state.shows(name, row.dataset));
  if (own.length <= N_NAMED) return own.map(([name, [right, graded]]) => `${name} ${right}/${graded} right`);
  const sum = (/** @type {0 | 1} */ i) => own.reduce((n, [, counts]) => n + counts[i], 0);
  return [`${sum(0)}/${sum(1)} right over ${own.length} configurations`];
}

/** @param {IndexRow} row */
function line(row) {
  const told = rightOf(row);
  if (row.flips) told.push(`flips in ${plural(row.flips, 'configuration')}`);
  if (row.excess !== null) told.push(`${page.configurations.length > 1 ? 'greatest ' : ''}excess PBS ${number(row.excess, 'signed')}`);
  if (row.cut) told.push(`${row.cut} cut off`);
  if (row.unread > row.cut) told.push(`${row.unread - row.cut} not read`);
  if (row.disagree) told.push(`readers disagree on ${row.disagree}`);
  if (row.answers < row.cells) told.push(`${row.cells - row.answers} not asked yet`);
  if (row.follow_ups) told.push(plural(row.follow_ups, 'follow-up'));
  return h('li', {}, h('a', {href: itemHash(row)},
    h('b', {}, h('bdi', {}, row.id)), page.datasets.length > 1 ? h('small', {}, row.dataset) : null,
    h('span', {class: 'stem'}, h('bdi', {}, row.stem)), h('span', {class: 'facts'}, told.join(' · '))));
}

export function explorer() {
  let shown = STEP;
  const count = h('p', {class: 'count', role: 'status'});
  const list = h('ol', {class: 'items'});
  const more = h('button', {type: 'button', click: () => {
    shown += STEP;
    draw();
  }}, 'Show more');
  const draw = async () => {
    const rows = await listed();
    const facts = [plural(rows.length, 'item')];
    if (page.items.n_with_texts < page.items.n) facts.push(`the texts of ${page.items.n_with_texts.toLocaleString('en')} of ${page.items.n.toLocaleString('en')} are in this file, a sample by content; the others: brink show`);
    replace(count, facts.join('; '));
    replace(list, ...rows.slice(0, shown).map(line));
    more.hidden = rows.length <= shown;
  };
  const set = (/** @type {'query' | 'filter' | 'sort'} */ name) => (/** @type {string} */ value) => {
    state[name] = value;
    shown = STEP;
    draw();
  };
  const search = /** @type {HTMLInputElement} */ (h('input', {type: 'search', id: 'search', placeholder: 'id, words, tag', value: state.query, input: () => set('query')(search.value)}));
  draw();
  return h('section', {class: 'question', id: 'items', 'aria-labelledby': 'items-title'}, h('h2', {id: 'items-title'}, 'Every item, every answer'),
    h('div', {class: 'controls'}, h('label', {class: 'choice'}, h('span', {}, 'Search'), search),
      choice('Show', FILTERS, state.filter, set('filter')), choice('Sort by', SORTS, state.sort, set('sort'))),
    count, list, more);
}
