/**
 * The front page: a verdict for every configuration, in words and in numbers.
 */
import {h, name} from './dom.js';
import {behind, toItems} from './explorer.js';
import {basis, interval, number, plural} from './format.js';
import {page} from './payload.js';
import {table} from './table.js';

/** @typedef {import('./payload.js').Configuration} Configuration */

/** @type {Record<string, {kind: string, sign: string}>} */
const WORDS = {
  'order matters': {kind: 'bad', sign: '●'},
  'no effect found': {kind: 'plain', sign: '○'},
  'too few answers': {kind: 'unsure', sign: '◌'},
  'states alone': {kind: 'plain', sign: '–'},
  'n/a': {kind: 'unsure', sign: '–'},
};

const JUDGED = new Set(['order matters', 'no effect found', 'too few answers']);
const N_FULL = 9;

/** @param {string} word */
export function badge(word) {
  const {kind, sign} = WORDS[word] ?? WORDS['n/a'];
  return h('span', {class: `badge ${kind}`}, h('span', {'aria-hidden': true}, sign), ` ${word}`);
}

/** @param {string} text */
function sentenceCase(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The few numbers that stand beside the words. @param {Configuration} c */
function highlights(c) {
  const one = (/** @type {string} */ label, /** @type {string} */ metric, /** @type {string} */ format) => {
    const e = c.numbers[metric];
    if (!e || e.value === null) return null;
    return h('div', {title: basis(e)}, h('dt', {}, label), 
      h('dd', {}, behind(c, metric, number(e.value, format)), ' ', h('small', {}, interval(e, format)), ' ', h('small', {}, `n = ${e.n_clusters}`)));
  };
  const all = [
    one('accuracy of answers read', 'accuracy', 'percent'), one('its mean over the orders', 'accuracy_mean', 'percent'),
    one('right in all orders', 'accuracy_circular', 'percent'), one('items that flip', 'flip_rate', 'percent'),
    one('excess PBS', 'excess_pbs', 'signed'), one('answers read', 'extraction_rate', 'percent'),
  ].filter((e) => e !== null);
  return all.length ? h('dl', {class: 'highlights'}, ...all) : null;
}

/** Configurations without a verdict, those with one reason in one sentence. @param {Configuration[]} configurations @param {boolean} named */
function untested(configurations, named) {
  /** @type {Map<string, Configuration[]>} */
  const by = new Map();
  for (const c of configurations) by.set(c.sentence, [...(by.get(c.sentence) ?? []), c]);
  return [...by].map(([sentence, of]) => h('p', {class: 'untested'}, badge('n/a'), ` ${sentenceCase(sentence)} `,
    h('small', {}, of.length === page.configurations.length ? `All ${of.length} configurations${of.some((c) => (c.numbers.accuracy?.value ?? null) !== null) ? '; their accuracies are in the table below' : ''}.`
      : h('bdi', {}, of.map((c) => (named ? `${c.name} on ${c.dataset}` : c.name)).join('; ')))));
}

/** @param {Configuration[]} all @param {boolean} named */
export function verdictCards(all, named) {
  const without = all.filter((c) => !JUDGED.has(c.word));
  const collapsed = without.length > 1;
  const configurations = collapsed ? all.filter((c) => JUDGED.has(c.word)) : all;
  const many = configurations.length > N_FULL;  // the table has their numbers
  const cards = h('div', {class: many ? 'verdicts many' : 'verdicts'}, ...configurations.map((c) => h('article', {class: 'verdict'},
    h('h3', {}, name(c.name), named ? h('small', {}, ' on ', name(c.dataset)) : null), badge(c.word),
    h('p', {}, sentenceCase(c.sentence)), many ? null : highlights(c))));
  return h('div', {}, configurations.length ? cards : null, ...(collapsed ? untested(without, named) : []));
}

/** What a reader meets first, in words. */
const WORDS_OF_ORDER = [
  ['PBS', 'position bias score: how unevenly the answers to one item fall on the places, over its orders. It is not 0 for a model that guesses'],
  ['excess PBS', 'PBS less what the same contents, answered without regard to places, give: 0 is a model that the order does not touch'],
  ['pull', 'share of the answers at a place less the share that the contents chosen explain'],
  ['flip', 'an item whose orders got different contents for an answer'],
  ['Holm', 'the p-value made stricter for the number of configurations tested'],
];

/** @param {Configuration[]} configurations */
export function words(configurations) {
  if (!configurations.some((c) => JUDGED.has(c.word))) return null;
  return h('details', {class: 'terms'}, h('summary', {}, 'What the words mean'),
    h('dl', {class: 'facts'}, ...WORDS_OF_ORDER.flatMap(([word, what]) => [h('dt', {}, word), h('dd', {}, what)])));
}

/** @param {Configuration} c @param {string} metric @param {string} format */
function numberCell(c, metric, format) {
  const e = c.numbers[metric];
  if (!e) return h('span', {class: 'absent'}, 'n/a');
  const p = format === 'p';
  const v = p ? e.p : e.value;
  if (v === null) return h('span', {class: 'absent', title: e.reason}, 'n/a');
  return h('span', {title: basis(e)}, p ? number(v, format) : behind(c, metric, number(v, format)), p ? null : h('small', {}, ' ', interval(e, format)),
    e.n_options ? h('small', {}, ` m = ${e.n_options}`) : null);
}

/** @param {Configuration[]} configurations */
export function numbersTable(configurations) {
  const columns = page.columns.filter((c) => configurations.some((one) => one.numbers[c.metric]?.value !== null && one.numbers[c.metric]));
  return table('Numbers of every configuration', [
    {label: 'configuration', sort: (c) => c.name, cell: (c) => name(c.name)},
    {label: 'data', sort: (c) => c.dataset, cell: (c) => c.dataset},
    ...(configurations.some((c) => JUDGED.has(c.word)) ? [{label: 'verdict', sort: (/** @type {Configuration} */ c) => c.word, cell: (/** @type {Configuration} */ c) => badge(c.word)}] : []),
    ...(configurations.some((c) => c.numbers.pull) ? [{label: 'slot, pull', number: true, sort: (/** @type {Configuration} */ c) => c.numbers.pull?.value ?? null,
      cell: (/** @type {Configuration} */ c) => c.numbers.pull ? h('span', {}, `${c.numbers.pull.slot} `, numberCell(c, 'pull', 'signed')) : h('span', {class: 'absent'}, 'n/a')}] : []),
    ...columns.map((column) => ({
      label: column.label, number: true,
      sort: (/** @type {Configuration} */ c) => c.numbers[column.metric]?.[column.format === 'p' ? 'p' : 'value'] ?? null,
      cell: (/** @type {Configuration} */ c) => numberCell(c, column.metric, column.format),
    })),
  ], configurations);
}

/** Where the answers of a status are; the others are not read. @type {Record<string, {filter?: string}>} */
const STATUS_FILTERS = {ok: {}, missing: {}, truncated: {filter: 'cut'}, truncated_in_reasoning: {filter: 'cut'}};

/** @param {Configuration[]} configurations */
export function statusTable(configurations) {
  const statuses = [...new Set(configurations.flatMap((c) => Object.keys(c.statuses).filter((s) => c.statuses[s] > 0)))];
  return table('Status of every answer', [
    {label: 'configuration', sort: (c) => c.name, cell: (c) => name(c.name)},
    {label: 'data', sort: (c) => c.dataset, cell: (c) => c.dataset},
    ...statuses.map((s) => ({
      label: s.replaceAll('_', ' '), number: true,
      sort: (/** @type {Configuration} */ c) => c.statuses[s] ?? 0,
      cell: (/** @type {Configuration} */ c) => (c.statuses[s] ? toItems(c, STATUS_FILTERS[s] ?? {filter: 'unread'}, c.statuses[s].toLocaleString('en')) : '0'),
    })),
  ], configurations);
}

/** Whether a note is about a configuration that the filter leaves out. @param {string} note @param {string} dataset @param {Configuration[]} shown */
function ofHidden(note, dataset, shown) {
  const text = note.replace('WARNING ', '');
  const of = page.configurations.filter((c) => c.dataset === dataset && text.startsWith(`${c.name}:`));
  return of.length > 0 && !of.some((c) => shown.includes(c));
}

/** A text with what stands between backticks as code. @param {string} text */
const withCode = (text) => text.split('`').map((part, i) => (i % 2 ? h('code', {}, part) : part));

/** What a careful reviewer would raise. @param {Configuration[]} shown */
export function notes(shown) {
  const datasets = [...new Set(shown.map((c) => c.dataset))];
  const all = [...page.warnings, ...datasets.flatMap((d) => (page.notes[d] ?? []).filter((note) => !ofHidden(note, d, shown)).map((note) => (datasets.length > 1 ? `${note.startsWith('WARNING ') ? 'WARNING ' : ''}${d}: ${note.replace('WARNING ', '')}` : note)))];
  if (!all.length) return null;
  const strip = (/** @type {string} */ s) => s.replace('WARNING ', '');
  const loud = all.filter((s) => s.includes('WARNING ')), quiet = all.filter((s) => !s.includes('WARNING '));
  return h('section', {class: 'notes', 'aria-labelledby': 'notes-title'},
    h('h3', {id: 'notes-title'}, 'Before you rely on this'),
    h('ul', {}, ...loud.map((s) => h('li', {class: 'warning'}, h('strong', {}, 'Warning: '), ...withCode(strip(s))))),
    quiet.length ? h('details', {open: loud.length === 0}, h('summary', {}, plural(quiet.length, 'note')), h('ul', {}, ...quiet.map((s) => h('li', {}, ...withCode(s))))) : null);
}
