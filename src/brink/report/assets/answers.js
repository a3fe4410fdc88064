/**
 * A question of the report: its answer in words for every configuration, then its figures.
 */
import {h, name} from './dom.js';
import {figure} from './figure.js';
import {minus} from './format.js';
import {page} from './payload.js';
import {table} from './table.js';

/** @param {import('./payload.js').Panel} panel @param {Set<string>} shown @param {string[]} datasets */
function panelView(panel, shown, datasets) {
  const figures = panel.figures.filter((f) => datasets.includes(f.dataset))
    .map((f) => ({data: f, rows: f.rows.filter((row) => shown.has(`${f.dataset}\n${row.configuration}`))}))
    .filter((f) => f.rows.length > 0);
  if (!figures.length) return null;
  return h('section', {class: 'panel', id: `figure-${panel.id}`, 'aria-labelledby': `figure-${panel.id}-title`},
    h('h3', {id: `figure-${panel.id}-title`}, panel.title), h('p', {class: 'what'}, panel.what),
    h('div', {class: 'figures'}, ...figures.map((f) => figure(panel, f.data, f.rows, panel.figures.some((one) => one.dataset !== f.data.dataset)))));
}

/** @param {import('./payload.js').Question['answers']} answers @param {boolean} named  whether the data set must be said */
function answerList(answers, named) {
  return h('ul', {class: 'answers'}, ...answers.map((a) => h('li', {},
    h('b', {}, name(a.configuration), named ? ' on ' : null, named ? name(a.dataset) : null), ' ', a.text)));
}

/** What a cell sorts by: the number it begins with, or its words. @param {string} cell */
function sortKey(cell) {
  if (cell === 'n/a' || cell === '') return null;
  const number = parseFloat(cell.replace('< ', '').replace('−', '-'));
  return Number.isNaN(number) ? cell : number;
}

/** A table as a paper prints it. @param {import('./payload.js').PaperTable} paper @param {Set<string>} shown */
function paperTable(paper, shown) {
  const rows = paper.rows.filter((row) => shown.has(`${row[0]}\n${row[1]} ${row[2]}`));
  if (!rows.length) return null;
  const columns = paper.head.map((label, i) => ({
    label, number: i >= paper.n_labels, sort: (/** @type {string[]} */ row) => sortKey(row[i]),
    cell: (/** @type {string[]} */ row) => (row[i] === 'n/a' ? h('span', {class: 'absent'}, row[i]) : i < paper.n_labels ? row[i] : minus(row[i])),
  }));
  return h('section', {class: 'paper', 'aria-labelledby': `table-${paper.id}`},
    h('h3', {id: `table-${paper.id}`}, paper.title), paper.what ? h('p', {class: 'what'}, `${paper.what}.`) : null,
    table(paper.title, columns, rows));
}

/**
 * @param {import('./payload.js').Question} question
 * @param {import('./payload.js').Configuration[]} configurations
 * @param {Node | null} first  what stands before the figures
 */
export function questionView(question, configurations, first = null) {
  const shown = new Set(configurations.map((c) => `${c.dataset}\n${c.name}`));
  const datasets = [...new Set(configurations.map((c) => c.dataset))];
  const answers = question.answers.filter((a) => shown.has(`${a.dataset}\n${a.configuration}`));
  const panels = page.panels.filter((p) => p.question === question.id).map((p) => panelView(p, shown, datasets)).filter((p) => p !== null);
  const tables = question.tables.map((t) => paperTable(t, shown)).filter((t) => t !== null);
  const empty = !answers.length && !panels.length && !tables.length;
  return h('section', {class: 'question', id: question.id, 'aria-labelledby': `${question.id}-title`},
    h('h2', {id: `${question.id}-title`}, question.question), first,
    !first && answers.length ? answerList(answers, datasets.length > 1) : null,
    !first && empty ? h('p', {class: 'nothing'}, question.nothing) : null,
    h('div', {class: 'panels'}, ...panels), ...tables);
}
