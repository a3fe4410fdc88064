/**
 * Models by data sets and modes, one measure at a time, as a heat map.
 */
import {choice, h, name, replace} from './dom.js';
import {behind} from './explorer.js';
import {basis, interval, minus, number} from './format.js';
import {page} from './payload.js';
import {scroller} from './table.js';

/** @typedef {import('./payload.js').Configuration} Configuration */

/** @param {number} v @param {string} format */
function short(v, format) {
  if (format === 'percent') return minus(`${(100 * v).toFixed(0)}%`);
  return format === 'signed' || format === 'number' ? number(v, format, 2) : number(v, format);
}

/**
 * Where the colours begin and end: shares from 0 to 1, signed values as far below 0 as above, the others from 0. PBS and
 * what is measured on it is seldom above its greatest value with four options.
 * @param {string} metric @param {string} format @param {number[]} values
 */
function domain(metric, format, values) {
  const greatest = Math.max(...values.map(Math.abs));
  if (format === 'percent' || metric.startsWith('ccp') || metric === 'forced_ccp') return [0, 1];
  if (format === 'signed') return [-Math.max(greatest, 0.1), Math.max(greatest, 0.1)];
  if (metric === 'pbs') return [0, Math.max(greatest, 0.866)];
  return [0, greatest || 1];
}

/** @param {number} low @param {number} high @param {string} format */
function scaleLegend(low, high, format) {
  const signed = low < 0;
  return h('p', {class: 'scale'}, h('span', {}, short(low, format)), h('span', {class: signed ? 'ramp signed' : 'ramp', 'aria-hidden': true}),
    h('span', {}, short(high, format)));
}

/** @param {Configuration[]} configurations */
export function matrix(configurations) {
  const measures = page.columns.filter((c) => c.format !== 'p' && configurations.some((one) => typeof one.numbers[c.metric]?.value === 'number'));
  if (!measures.length || configurations.length < 2) return null;
  let metric = measures[0].metric, order = 'name';
  const holder = scroller('Heat map of the configurations');
  const legend = h('div');
  const columnOf = (/** @type {Configuration} */ c) => `${c.dataset}\n${c.mode}${c.treatment === 'none' ? '' : ` ${c.treatment}`}`;
  const columns = [...new Set(configurations.map(columnOf))];
  const draw = () => {
    const {label, format} = measures.find((m) => m.metric === metric) ?? measures[0];
    const value = (/** @type {Configuration | undefined} */ c) => c?.numbers[metric]?.value ?? null;
    const found = (/** @type {string} */ model, /** @type {string} */ column) => configurations.find((c) => c.model === model && columnOf(c) === column);
    const values = /** @type {number[]} */ (configurations.map(value).filter((v) => v !== null));
    const [low, high] = domain(metric, format, values);
    const mean = (/** @type {string} */ model) => {
      const own = /** @type {number[]} */ (configurations.filter((c) => c.model === model).map(value).filter((v) => v !== null));
      return own.length ? own.reduce((a, b) => a + b, 0) / own.length : -Infinity;
    };
    const models = [...new Set(configurations.map((c) => c.model))];
    if (order === 'value') models.sort((a, b) => mean(b) - mean(a));
    const datasets = [...new Set(configurations.map((c) => c.dataset))];
    const of = (/** @type {string} */ d) => columns.filter((c) => c.startsWith(`${d}\n`));
    replace(legend, scaleLegend(low, high, format));
    replace(holder, h('table', {class: 'matrix'}, h('caption', {class: 'unseen'}, `${label} by model, data set and mode`),
      h('thead', {},
        h('tr', {}, h('td', {rowspan: 2}), ...datasets.map((d) => h('th', {scope: 'colgroup', colspan: of(d).length}, name(d)))),
        h('tr', {}, ...datasets.flatMap((d) => of(d).map((c) => h('th', {scope: 'col'}, c.slice(d.length + 1)))))),
      h('tbody', {}, ...models.map((model) => h('tr', {}, h('th', {scope: 'row'}, name(model)),
        ...datasets.flatMap(of).map((column) => {
          const c = found(model, column), v = value(c);
          if (!c || v === null) return h('td', {class: 'absent', title: c?.numbers[metric]?.reason}, c ? 'n/a' : '');
          const heat = low < 0 ? Math.abs(v) / high : (v - low) / (high - low);
          return h('td', {class: v < 0 ? 'heat below' : 'heat', style: {'--heat': `${Math.round(100 * Math.min(1, Math.max(0, heat)))}%`}, title: `${c.name}, ${c.dataset}: ${label} ${number(v, format)} ${interval(c.numbers[metric], format)}; ${basis(c.numbers[metric])}`},
            behind(c, metric, short(v, format)), c.word === 'order matters' ? h('span', {class: 'mark', title: 'order matters'}, ' ●') : null);
        }))))));
    holder.dispatchEvent(new Event('scroll'));
  };
  draw();
  return h('section', {'aria-labelledby': 'matrix-title'}, h('h3', {id: 'matrix-title'}, 'All configurations at a glance'),
    h('div', {class: 'controls'},
      choice('Measure', measures.map((m) => ({value: m.metric, text: m.label})), metric, (v) => {
        metric = v;
        draw();
      }),
      choice('Models by', [{value: 'name', text: 'name'}, {value: 'value', text: 'mean, greatest first'}], order, (v) => {
        order = v;
        draw();
      })),
    holder, legend, h('p', {class: 'legend'},
      `${configurations.some((c) => c.word === 'order matters') ? '● the order of the options matters there. ' : ''}Values in full, with interval and n, under the pointer and in the table.`));
}
