/**
 * Light and dark, and what charts take from them. Colours are defined once, in page.css.
 */
import {h} from './dom.js';

const root = document.documentElement;
/** @type {Set<() => void>} */
const watchers = new Set();

/** @param {() => void} changed */
export function onTheme(changed) {
  watchers.add(changed);
}

function dark() {
  const chosen = root.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

export function themeButton() {
  const button = h('button', {
    type: 'button', class: 'quiet',
    click: () => {
      root.dataset.theme = dark() ? 'light' : 'dark';
      say();
      for (const changed of watchers) changed();
    },
  });
  const say = () => (button.textContent = dark() ? 'Light' : 'Dark');
  say();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    say();
    for (const changed of watchers) changed();
  });
  return button;
}

/** @param {string} name */
function colour(name) {
  return getComputedStyle(root).getPropertyValue(name).trim();
}

const N_SERIES = 8;
const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down', 'triangle-left', 'triangle-right'];

/** Vega-Lite's config for the theme in force. */
export function chartConfig() {
  const ink = colour('--ink'), muted = colour('--muted'), line = colour('--line');
  const font = getComputedStyle(document.body).fontFamily;
  const series = Array.from({length: N_SERIES}, (_, i) => colour(`--c${i}`));
  return {
    background: 'transparent', font, padding: {left: 2, right: 8, top: 6, bottom: 2},
    title: {fontSize: 0, offset: 0, color: ink},
    view: {stroke: null},
    axis: {
      labelColor: muted, titleColor: muted, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 11.5,
      titleFontSize: 11.5, titleFontWeight: 'normal', labelLimit: 170, titlePadding: 8, domain: false, tickSize: 4,
    },
    legend: {
      orient: 'bottom', direction: 'horizontal', columns: 2, labelColor: ink, labelFontSize: 11.5, labelLimit: 220,
      symbolType: 'circle', symbolStrokeWidth: 0, title: null, offset: 8, rowPadding: 3, titleColor: muted,
      titleFontSize: 11.5, titleFontWeight: 'normal',
    },
    range: {category: series, symbol: SHAPES, diverging: [colour('--heat-below'), colour('--heat-0'), colour('--heat-1')]},
    rule: {color: muted}, point: {color: series[0], stroke: null, opacity: 1}, line: {color: series[0]}, area: {color: series[0]},
    style: {
      null: {color: ink, fill: ink}, identity: {color: muted}, band: {color: line, fill: line},
      'point-label': {fontSize: 10.5, fill: muted},
      cell: {stroke: colour('--paper'), strokeWidth: 2},
      'cell-label': {fontSize: 11.5, fill: ink},
    },
  };
}
