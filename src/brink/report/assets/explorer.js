/**
 * The list of items: searched, filtered, sorted.
 */
import {choice, h, name, replace} from './dom.js';
import {number, plural} from './format.js';
import {itemIndex, page, withoutModel} from './payload.js';

/** @typedef {import('./payload.js').IndexRow} IndexRow */
/** @typedef {import('./payload.js').Configuration} Configuration */

const STEP = 50;

/** @type {{value: string, text: string, test: (row: IndexRow) => boolean}[]} */
const FILTERS = [
  {value: '', text: 'all items', test: () => true},
  {value: 'flips', text: 'answers that flip', test: (r) => r.flips > 0},
  {value: 'excess', text: 'high excess PBS', test: (r) => r.excess !== null && r.excess > 0.1},
  {value: 'cut', text: 'cut off', test: (r) => r.cut > 0},
  {value: 'unread', text: 'an answer not read', test: (r) => r.unread > 0},
  {value: 'wrong', text: 'wrong in all', test: (r) => r.graded > 0 && r.right === 0},
  {value: 'right', text: 'right in all', test: (r) => r.graded > 0 && r.right === r.graded},
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
  query: '', filter: '', sort: '', dataset: '', of: '',
  /** Whether a configuration is among those that the page shows. @type {(configuration: string, dataset: string) => boolean} */
  shows: () => true,
};

/** A configuration as a value of `state.of`. @param {{name: string, dataset: string}} c */
const keyOf = (c) => `${c.dataset}\n${c.name}`;

/** The metrics that are about some items, or an order of them, before others: what the list shows for them. @type {Record<string, {filter?: string, sort?: string}>} */
const BEHIND = {
  flip_rate: {filter: 'flips'}, excess_pbs: {sort: 'excess'}, pbs: {sort: 'excess'}, extraction_rate: {filter: 'unread'},
  truncation_rate: {filter: 'cut'}, accuracy_circular: {filter: 'right'}, accuracy: {sort: 'right'},
  accuracy_of_all: {sort: 'right'}, accuracy_mean: {sort: 'right'}, accuracy_majority: {sort: 'right'},
  accuracy_worst: {sort: 'right'}, length_chars: {sort: 'chars'}, length_tokens: {sort: 'chars'},
};

/**
 * A link from a number to the items behind it.
 * @param {Configuration} c @param {{filter?: string, sort?: string}} wanted @param {...(Node | string)} content
 */
export function toItems(c, wanted, ...content) {
  const query = new URLSearchParams({...wanted, configuration: c.name, dataset: c.dataset});
  return h('a', {class: 'behind', href: `#items?${query}`, title: 'the items behind it'}, ...content);
}

/** @param {Configuration} c @param {string} metric @param {...(Node | string)} content */
export const behind = (c, metric, ...content) => toItems(c, BEHIND[metric] ?? {}, ...content);

/** What an address behind `#items?` asks for. @param {string} query */
export function readAddress(query) {
  const wanted = new URLSearchParams(query);
  const known = (/** @type {{value: string}[]} */ all, /** @type {string} */ name) => all.find((one) => one.value === wanted.get(name))?.value ?? '';
  state.query = wanted.get('search') ?? '';
  state.filter = known(FILTERS, 'filter');
  state.sort = known(SORTS, 'sort');
  const of = page.configurations.find((c) => c.name === wanted.get('configuration') && c.dataset === (wanted.get('dataset') ?? c.dataset));
  state.of = of ? keyOf(of) : '';
}

const chosen = () => page.configurations.find((c) => keyOf(c) === state.of);

/** The address of what the list shows. */
function address() {
  const of = chosen();
  const wanted = {search: state.query, filter: state.filter, sort: state.sort, configuration: of?.name ?? '', dataset: of?.dataset ?? ''};
  const query = new URLSearchParams(Object.entries(wanted).filter(([, v]) => v));
  return query.size ? `#items?${query}` : '#items';
}

/** The row with the counts of one configuration; nothing where it has no answers. @param {IndexRow} row @param {Configuration | undefined} of @returns {IndexRow | null} */
function countedFor(row, of) {
  if (!of) return row;
  const own = row.dataset === of.dataset ? row.by[of.name] : undefined;
  if (!own) return null;
  const [right, graded, flips, cut, unread, excess] = own;
  return {...row, right, graded, flips, cut, unread, excess, by: {[of.name]: own}};
}

/** @returns {Promise<IndexRow[]>} */
export async function listed() {
  const of = chosen();
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  const test = (FILTERS.find((f) => f.value === state.filter) ?? FILTERS[0]).test;
  const {key} = SORTS.find((s) => s.value === state.sort) ?? SORTS[0];
  const rows = (await itemIndex()).map((row) => countedFor(row, of)).filter((row) => row !== null).filter((row) => {
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
  const own = Object.entries(row.by).filter(([of, [, graded]]) => graded > 0 && (state.of || state.shows(of, row.dataset)));
  if (own.length <= N_NAMED) return own.map(([of, [right, graded]]) => `${withoutModel(of)} ${right}/${graded} right`);
  const sum = (/** @type {0 | 1} */ i) => own.reduce((n, [, counts]) => n + counts[i], 0);
  return [`${sum(0)}/${sum(1)} right over ${own.length} configurations`];
}

/** @param {IndexRow} row */
function line(row) {
  const told = rightOf(row);
  if (row.flips) told.push(state.of ? 'flips' : `flips in ${plural(row.flips, 'configuration')}`);
  if (row.excess !== null) told.push(`${page.configurations.length > 1 && !state.of ? 'greatest ' : ''}excess PBS ${number(row.excess, 'signed')}`);
  if (row.cut) told.push(`${row.cut} cut off`);
  if (row.unread > row.cut) told.push(`${row.unread - row.cut} not read`);
  if (row.disagree) told.push(`readers disagree on ${row.disagree}`);
  if (row.answers < row.cells) told.push(`${row.cells - row.answers} not asked yet`);
  if (row.continuations) told.push(plural(row.continuations, 'continuation'));
  return h('li', {}, h('a', {href: itemHash(row)},
    h('b', {}, name(row.id)), page.datasets.length > 1 ? h('small', {}, row.dataset) : null,
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
  const set = (/** @type {'query' | 'filter' | 'sort' | 'of'} */ name) => (/** @type {string} */ value) => {
    state[name] = value;
    shown = STEP;
    draw();
    if (name !== 'query') history.replaceState(null, '', address());
  };
  const several = page.datasets.length > 1;
  const configurations = page.configurations.map((c) => ({value: keyOf(c), text: several ? `${c.name} on ${c.dataset}` : c.name}));
  const search = /** @type {HTMLInputElement} */ (h('input', {type: 'search', id: 'search', placeholder: 'id, words, tag', value: state.query, input: () => set('query')(search.value)}));
  draw();
  return h('section', {class: 'question', id: 'items', 'aria-labelledby': 'items-title'}, h('h2', {id: 'items-title'}, 'Every item, every answer'),
    h('div', {class: 'controls'}, h('label', {class: 'choice'}, h('span', {}, 'Search'), search),
      choice('Show', FILTERS, state.filter, set('filter')), choice('Sort by', SORTS, state.sort, set('sort')),
      configurations.length > 1 ? choice('Answers of', [{value: '', text: 'every configuration'}, ...configurations], state.of, set('of')) : null),
    count, list, more);
}
