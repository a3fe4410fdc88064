/**
 * One figure: the chart, what is behind it, its table and its files.
 */
import {h, replace} from './dom.js';
import {csv, save, saveText} from './download.js';
import {minus} from './format.js';
import {models, withoutModel} from './payload.js';
import {table} from './table.js';
import {chartConfig, onTheme} from './theme.js';
import {showTip} from './tip.js';

/* global vega, vegaLite, vegaInterpreter */

const N_SHAPED = 8;
const AXIS_PX = 70, CHARACTER_PX = 6.2, SYMBOL_PX = 34;  // about what an axis, a letter and an entry's symbol take
const WORDS_PX = 185;  // what the words along an axis take at most
const NAMES = new Set(['configuration', 'series']);  // fields that name configurations
const N_BANDS = 3;  // intervals of more series than these hide each other
/** @type {Set<{draw: () => Promise<void>, seen: boolean}>} */
const figures = new Set();
/** @type {WeakMap<Element, {draw: () => Promise<void>, seen: boolean}>} */
const figureOf = new WeakMap();

/** @param {any[]} rows @param {string} field */
const distinct = (rows, field) => [...new Set(rows.map((row) => row[field]))];

/** @param {any} layer */
const isBand = (layer) => layer.mark.type === 'area';

/** Whether bands would hide each other. @param {import('./payload.js').Panel} panel @param {any[]} rows */
function hasManyBands(panel, rows) {
  const series = panel.spec.encoding.color?.field;
  return panel.spec.layer.some(isBand) && Boolean(series) && distinct(rows, series).length > N_BANDS;
}

/**
 * The specification with its data, as it is drawn and saved. Series keep their colours whatever is filtered.
 * @param {import('./payload.js').Panel} panel
 * @param {any[]} rows
 * @param {string[]} all  every value of the series, in order
 */
function specification(panel, rows, all) {
  const spec = structuredClone(panel.spec);
  spec.data = {values: rows};
  for (const channel of ['color', 'shape']) {
    const encoding = spec.encoding[channel];
    if (!encoding) continue;
    if (encoding.type !== 'nominal') continue;
    const present = distinct(rows, encoding.field);
    encoding.scale = {domain: channel === 'shape' && all.length > N_SHAPED ? present : all};
    if (channel === 'shape' && present.length > N_SHAPED) {
      delete spec.encoding.shape;
      continue;
    }
    encoding.legend = encoding.field === spec.encoding.y?.field ? null : {symbolOpacity: 1, values: all.filter((v) => present.includes(v))};
  }
  if (hasManyBands(panel, rows)) spec.layer = spec.layer.filter((/** @type {any} */ l) => !isBand(l));
  return spec;
}

/** Names with line breaks or controls are no literals of Vega's expressions. @param {any[]} rows */
function plainRows(rows) {
  const plain = (/** @type {any} */ v) => (typeof v === 'string' ? v.replaceAll(/[\p{C}\u2028\u2029]/gu, '\ufffd') : v);
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, v]) => [name, plain(v)])));
}

/**
 * The specification for a width: what only the page needs, and no file of the figure has.
 * @param {any} original @param {number} width @param {any} config
 */
function fitted(original, width, config) {
  const spec = structuredClone(original);
  const named = Object.entries(spec.encoding).filter(([, e]) => NAMES.has(e?.field));
  if (models.size === 1) {
    const [model] = plainRows([{model: [...models][0]}]);
    for (const [channel, e] of named) {
      const guide = channel === 'x' || channel === 'y' ? 'axis' : 'legend';
      if (e[guide] !== null && channel !== 'yOffset' && channel !== 'xOffset') e[guide] = {...e[guide], labelExpr: `replace(datum.label, ${JSON.stringify(`${model.model} `)}, '')`};
    }
  }
  const {x} = spec.encoding;
  if (x?.type === 'nominal') {
    const words = distinct(spec.data.values, x.field).map((word) => String(word).length);
    if (CHARACTER_PX * (Math.max(...words) + 2) * words.length > width - AXIS_PX) x.axis = {...x.axis, labelAngle: -35};
  }
  const entries = (spec.encoding.color?.legend?.values ?? []).map(withoutModel);
  const axis = spec.encoding.y?.type === 'nominal' ? WORDS_PX : AXIS_PX;
  const entry = SYMBOL_PX + CHARACTER_PX * Math.max(0, ...entries.map((/** @type {string} */ name) => name.length));
  config.legend.columns = Math.max(1, Math.floor((width - axis) / entry));
  config.legend.labelLimit = width - axis - SYMBOL_PX;
  return {...spec, title: null, width, autosize: {type: 'fit-x', contains: 'padding'}, config};
}

/**
 * Labels of points stand where they hide no other, or not at all: Vega-Lite has no word for that, Vega has.
 * @param {any} compiled  Vega
 * @param {any} spec
 */
function placeLabels(compiled, spec) {
  const text = compiled.marks.find((/** @type {any} */ m) => m.type === 'text' && [m.style].flat().includes('point-label'));
  const points = compiled.marks.findLast((/** @type {any} */ m) => m.type === 'symbol');
  const field = spec.layer.find((/** @type {any} */ l) => l.mark.type === 'text')?.encoding.text.field;
  if (!text || !points) return;
  text.from = {data: points.name};
  text.encode = {update: {text: {field: `datum.${field}`}, fill: {scale: 'color', field: `datum.${spec.encoding.color.field}`}}};
  text.transform = [{type: 'label', size: {signal: '[width, height]'}, anchor: ['top-right', 'right', 'bottom-right', 'top', 'bottom', 'top-left', 'left', 'bottom-left'], offset: [3, 9]}];
}

/** What is cut shows whole under the pointer. @param {Element} chart @param {string[]} names */
function nameCut(chart, names) {
  for (const text of chart.querySelectorAll('.role-legend-label text, .role-axis-label text')) {
    const cut = text.textContent ?? '';
    const whole = cut.endsWith('…') ? names.find((name) => withoutModel(name).startsWith(cut.slice(0, -1))) : undefined;
    if (whole) text.append(Object.assign(document.createElementNS('http://www.w3.org/2000/svg', 'title'), {textContent: whole}));
  }
}

/** @param {any[]} rows */
function basis(rows) {
  const range = (/** @type {string} */ field) => {
    const values = rows.map((r) => r[field]).filter((v) => typeof v === 'number');
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return low === high ? low.toLocaleString('en') : `${low.toLocaleString('en')} to ${high.toLocaleString('en')}`;
  };
  const items = range('n_items');
  return `n = ${range('n')}, of ${items} ${items === '1' ? 'item' : 'items'}`;
}

/** @param {any[]} rows */
function dataTable(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'model' && name !== 'mode');
  return table('Values of the figure', names.map((name) => {
    const number = rows.some((row) => typeof row[name] === 'number');
    return {
      label: name.replaceAll('_', ' '), number, sort: (row) => row[name] ?? null,
      cell: (row) => (row[name] === null || row[name] === undefined ? '' : number ? minus(String(Number(row[name].toPrecision?.(4) ?? row[name]))) : row[name]),
    };
  }), rows);
}

/**
 * @param {import('./payload.js').Panel} panel
 * @param {{dataset: string, part: string, file: string, rows: any[]}} data  all rows of the data set
 * @param {any[]} rows  those shown
 * @param {boolean} named  whether the data set must be said
 */
export function figure(panel, data, rows, named) {
  const series = panel.spec.encoding.color?.field;
  const drawn = plainRows(rows), everything = plainRows(data.rows);
  // Answers as asked have the first colours, which differ most.
  const all = series ? distinct([...everything.filter((r) => !r.treatment), ...everything.filter((r) => r.treatment)], series) : [];
  const spec = specification(panel, drawn, all);
  const title = [data.dataset, data.part].filter(Boolean).join(', ');
  const chart = h('div', {class: 'chart', role: 'img', 'aria-label': `${panel.title}: ${title}. ${basis(rows)}. The table below has the values.`});
  const name = data.file;
  /** @type {any} */
  let view = null;
  const one = {
    seen: false,
    draw: async () => {
      one.seen = true;
      const width = Math.max(220, chart.clientWidth);
      const compiled = vegaLite.compile(fitted(spec, width, chartConfig()), {logger: vega.logger(vega.Error)}).spec;
      placeLabels(compiled, spec);
      view?.finalize();
      const holder = h('div', {'aria-hidden': true});
      view = new vega.View(vega.parse(compiled, null, {ast: true}), {
        renderer: 'svg', container: holder, expr: vegaInterpreter, loader: noLoader, logLevel: vega.Error,
      }).tooltip(showTip);
      await view.runAsync();
      // The chart is one image with a label; what Vega says of its parts would be images without one.
      for (const part of holder.querySelectorAll('[role], [aria-label], [aria-roledescription]'))
        for (const name of ['role', 'aria-label', 'aria-roledescription']) part.removeAttribute(name);
      nameCut(holder, all);
      replace(chart, holder);
      chart.dataset.drawn = '';
    },
  };
  figures.add(one);
  const button = (/** @type {string} */ label, /** @type {() => any} */ click) => h('button', {type: 'button', class: 'quiet', click, 'aria-label': `${label} of ${panel.title}, ${title}`}, label);
  const image = async (/** @type {string} */ type) => {
    if (type === 'svg') return saveText(`${name}.svg`, await view.toSVG(), 'image/svg+xml');
    const canvas = await view.toCanvas(2);
    canvas.toBlob((/** @type {Blob} */ blob) => save(`${name}.png`, blob));
  };
  const details = h('details', {class: 'data', toggle: () => {
    if (!details.querySelector('table')) details.append(dataTable(rows));
  }}, h('summary', {}, 'Table'));
  const element = h('figure', {},
    named || data.part ? h('h4', {}, named ? title : data.part) : null, chart,
    h('figcaption', {}, h('span', {}, basis(rows), hasManyBands(panel, rows) ? '; intervals in the table' : ''),
      h('span', {class: 'files'}, button('SVG', () => image('svg')), button('PNG', () => image('png')),
        button('CSV', () => saveText(`${name}.csv`, csv(rows), 'text/csv')),
        button('Spec', () => saveText(`${name}.vl.json`, JSON.stringify(spec, null, 1), 'application/json')))),
    details);
  figureOf.set(chart, one);
  watcher.observe(chart);
  return element;
}

/** A chart never asks for anything: all data is in its specification. */
const noLoader = {
  load: () => Promise.reject(new Error('nothing is loaded')),
  sanitize: () => Promise.reject(new Error('nothing is loaded')),
};

const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    const one = figureOf.get(entry.target);
    if (!entry.isIntersecting || !one || one.seen) continue;
    watcher.unobserve(entry.target);
    one.draw();
  }
}, {rootMargin: '400px'});

/** Forgets the figures of an earlier drawing of the page. */
export function forgetFigures() {
  figures.clear();
}

/** @param {boolean} [unseen]  also those that were not scrolled to */
export async function drawFigures(unseen = false) {
  for (const one of figures) if (one.seen || unseen) await one.draw();
}

onTheme(() => drawFigures());
let width = innerWidth;
/** @type {ReturnType<typeof setTimeout>} */
let timer;
addEventListener('resize', () => {
  if (innerWidth === width) return;
  width = innerWidth;
  clearTimeout(timer);
  timer = setTimeout(() => drawFigures(), 150);
});
addEventListener('beforeprint', () => drawFigures(true));
