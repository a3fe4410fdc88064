/**
 * A question of the report: its answer in words for every configuration, then its figures.
 */
import {h} from './dom.js';
import {figure} from './figure.js';
import {page} from './payload.js';

/** @param {import('./payload.js').Panel} panel @param {Set<string>} shown @param {string[]} datasets */
function panelView(panel, shown, datasets) {
  const figures = panel.figures.filter((f) => datasets.includes(f.dataset))
    .map((f) => ({data: f, rows: f.rows.filter((row) => shown.has(`${f.dataset}\n${row.configuration}`))}))
    .filter((f) => f.rows.length > 0);
  if (!figures.length) return null;
  return h('section', {class: 'panel', id: `figure-${panel.id}`, 'aria-labelledby': `figure-${panel.id}-title`},
    h('h3', {id: `figure-${panel.id}-title`}, panel.title), h('p', {class: 'what'}, panel.what),
    h('div', {class: 'figures'}, ...figures.map((f) => figure(panel, f.data, f.rows, panel.figures.length > 1))));
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
  return h('section', {class: 'question', id: question.id, 'aria-labelledby': `${question.id}-title`},
    h('h2', {id: `${question.id}-title`}, question.question),
    first ?? (answers.length
      ? h('ul', {class: 'answers'}, ...answers.map((a) => h('li', {}, h('b', {}, h('bdi', {}, a.configuration), datasets.length > 1 ? h('bdi', {}, ` on ${a.dataset}`) : null), ' ', a.text)))
      : h('p', {class: 'nothing'}, question.nothing)),
    h('div', {class: 'panels'}, ...panels));
}
