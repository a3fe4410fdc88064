/**
 * One answer: the options as they were shown, what was read, the way there.
 */
import {h, name, replace} from './dom.js';
import {number, plural} from './format.js';
import {ribbon} from './ribbon.js';
import {textView} from './text_view.js';

/** @param {any} cell @param {any} item */
function shown(cell, item) {
  return h('ol', {class: 'shown'}, ...cell.order.map((/** @type {number} */ option, /** @type {number} */ slot) => {
    const chosen = cell.slot === slot, gold = item.gold.includes(option);
    return h('li', {class: `content-${option % 8}${chosen ? ' chosen' : ''}`},
      h('span', {class: 'label'}, cell.labels[slot] || '–'), h('span', {class: 'chip', title: `option ${option + 1} of the file`}, option + 1),
      h('span', {class: 'words'}, h('bdi', {}, item.options[option]),
        chosen ? h('b', {class: 'flag'}, 'chosen') : null, gold ? h('b', {class: 'flag gold'}, 'right') : null));
  }));
}

/** @param {any} cell */
function reading(cell) {
  const told = [];
  if (cell.status === 'ok') told.push(cell.tie ? 'a tie' : `read ${cell.letter ?? cell.labels[cell.slot]}${cell.rule ? ` by ${cell.rule.replaceAll('_', ' ')}` : ''}`);
  else told.push(cell.status.replaceAll('_', ' ') + (cell.letter ? ` (${cell.letter} stands there)` : ''));
  if (cell.ccp_eq2 !== null && cell.ccp_eq2 !== undefined) told.push(`CCP ${number(cell.ccp_eq2, 'percent')} (eq. 2)${cell.ccp === null ? '' : `, ${number(cell.ccp, 'percent')} (A.3)`}`);
  if (cell.switches) told.push(plural(cell.switches, 'switch').replace('switchs', 'switches'));
  if (cell.tokens) told.push(plural(cell.tokens, 'token'));
  if (cell.finish && cell.finish !== 'end') told.push(`ended: ${cell.finish}`);
  return h('p', {class: `reading ${cell.status === 'ok' ? '' : 'unread'}`}, told.join(' · '));
}

/** @param {any} cell */
function remarks(cell) {
  const list = [];
  if (cell.other) list.push(`The other reader: ${cell.other.status === 'ok' && cell.other.slot !== null ? cell.labels[cell.other.slot] : cell.other.status.replaceAll('_', ' ')}.`);
  if (cell.note) list.push(cell.note);
  for (const flag of cell.flags ?? []) list.push(`Flag: ${flag}`);
  for (const g of cell.given ?? []) list.push(`The log said${g.scorer ? ` (${g.scorer})` : ''}: ${g.answer || 'no answer'}${g.verdict ? `, ${g.verdict}` : ''}.`);
  return list.length ? h('ul', {class: 'remarks'}, ...list.map((s) => h('li', {}, h('bdi', {}, s)))) : null;
}

/** Continuations of the answer from places where it was cut. @param {any} cell */
function branches(cell) {
  if (!cell.branches?.length) return null;
  /** @type {Map<string, any[]>} */
  const places = new Map();
  for (const b of cell.branches) {
    const key = `${b.treatment} ${b.point}`;
    places.set(key, [...(places.get(key) ?? []), b]);
  }
  const own = cell.option;
  const changed = cell.branches.filter((/** @type {any} */ b) => b.slot !== null && own !== null && cell.order[b.slot] !== own).length;
  return h('details', {class: 'branches'},
    h('summary', {}, `${plural(cell.branches.length, 'continuation')} from ${plural(places.size, 'cut')}, ${changed} changed`),
    h('ul', {}, ...[...places].map(([, draws]) => {
      const [b] = draws;
      return h('li', {}, h('p', {}, `${b.treatment}, ${b.point.replaceAll('_', ' ')}: cut at ${number(b.at / Math.max(1, cell.chars), 'percent')}`),
        h('ul', {}, ...draws.map((d) => {
          const content = d.slot === null ? -1 : cell.order[d.slot];
          return h('li', {class: content >= 0 ? `content-${content % 8}` : ''},
            h('details', {}, h('summary', {},
              d.slot === null ? h('span', {class: 'label'}, d.status.replaceAll('_', ' ')) : h('span', {class: 'label'}, cell.labels[d.slot]),
              content >= 0 ? h('span', {class: 'chip'}, content + 1) : null, content >= 0 && content !== own ? h('b', {class: 'flag'}, 'changed') : null),
            d.text === null ? null : textView({text: d.text, mentions: []}, () => -1, false)));
        })));
    })));
}

const N_STRIP = 12;  // characters: a strip of fewer shows nothing

/** @param {any} cell */
export const hasStrip = (cell) => Boolean(cell.curve || (cell.mentions?.length && cell.chars >= N_STRIP));

/** @param {any} cell @param {any} item @param {string} title */
export function variantCard(cell, item, title) {
  const slotOf = (/** @type {string} */ letter) => {
    const named = cell.labels.findIndex((/** @type {string} */ l) => l.toUpperCase() === letter.toUpperCase());
    return named >= 0 ? named : cell.labels.every((/** @type {string} */ l) => !/^[A-Za-z]$/.test(l)) ? letter.charCodeAt(0) - 65 : -1;
  };
  const contentOfLetter = (/** @type {string} */ letter) => cell.order[slotOf(letter)] ?? -1;
  let raw = false;
  const text = h('div');
  const draw = () => replace(text, textView(cell, contentOfLetter, raw));
  const has = cell.text !== undefined;
  if (has) draw();
  const toggle = h('button', {type: 'button', class: 'quiet', 'aria-pressed': 'false', click: () => {
    raw = !raw;
    toggle.setAttribute('aria-pressed', String(raw));
    draw();
  }}, 'Show white space');
  return h('article', {class: 'variant', 'aria-label': title},
    h('header', {}, h('h4', {}, name(title)),
      cell.right === undefined ? null : h('span', {class: `badge ${cell.right ? 'good' : 'bad'}`}, cell.right ? '✓ right' : '✗ wrong')),
    shown(cell, item), reading(cell), hasStrip(cell) ? ribbon(cell, (slot) => cell.order[slot], contentOfLetter) : null, remarks(cell),
    has ? h('details', {class: 'said', open: true}, h('summary', {}, 'What it wrote'), cell.text ? toggle : null, text) : null,
    branches(cell), h('footer', {}, h('code', {title: 'record'}, cell.record)));
}
