/**
 * A model's text with what was read in it marked. Offsets are code points.
 */
import {append, h} from './dom.js';

/** @typedef {[number, number, string, string]} Mention  from, to, letter, kind */

// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/u;
/** @type {Record<string, string>} */
const NAMES = {'\t': '⇥\t', '\n': '⏎\n', ' ': '·'};

/** Characters that would not show, or would reorder what does, by their code points. @param {string} text @param {boolean} raw */
function visible(text, raw) {
  const out = document.createDocumentFragment();
  let plain = '';
  const flush = () => {
    if (plain) out.append(plain);
    plain = '';
  };
  for (const c of text) {
    if (CONTROL.test(c)) {
      flush();
      out.append(h('span', {class: 'control', title: 'a character that does not show'}, `U+${c.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`));
    } else {
      plain += raw && NAMES[c] ? NAMES[c] : c;
    }
  }
  flush();
  return out;
}

/** @type {Record<string, string>} */
const KINDS = {
  final: 'the answer that was read', asserted: 'asserted', retracted: 'taken back', eliminated: 'ruled out',
  restated: 'in a list of the options', hypothetical: 'weighed', mention: 'named',
};

/**
 * @param {{text: string, pieces?: [number, number, boolean][], mentions: Mention[], span?: [number, number]}} cell
 * @param {(letter: string) => number} contentOf  the content of a label, -1 unknown
 * @param {boolean} raw
 */
export function textView(cell, contentOf, raw) {
  const points = [...cell.text];
  const cuts = new Set([0, points.length]);
  const add = (/** @type {number} */ at) => cuts.add(Math.max(0, Math.min(points.length, at)));
  for (const [from, to] of cell.mentions) [from, to].forEach(add);
  for (const [from, to] of cell.pieces ?? []) [from, to].forEach(add);
  if (cell.span) cell.span.forEach(add);
  const borders = [...cuts].sort((a, b) => a - b);
  const channelAt = (/** @type {number} */ at) => {
    if (!cell.pieces) return 'response';
    const piece = cell.pieces.find(([from, to]) => at >= from && at < to);
    return piece ? (piece[2] ? 'thinking' : 'response') : 'tag';
  };
  const root = h('div', {class: 'text'});
  let block = null, channel = '';
  for (let i = 0; i + 1 < borders.length; ++i) {
    const [from, to] = [borders[i], borders[i + 1]];
    const here = channelAt(from);
    if (!block || here !== channel) {
      block = h('pre', {class: here, dir: 'ltr'});
      append(root, here === 'thinking' ? h('h5', {}, 'thinking') : here === 'response' && cell.pieces && cell.pieces.some((p) => p[2]) ? h('h5', {}, 'response') : null, block);
      channel = here;
    }
    const content = visible(points.slice(from, to).join(''), raw);
    const mention = cell.mentions.find((m) => from >= m[0] && from < m[1]);
    const committed = cell.span && from >= cell.span[0] && from < cell.span[1];
    if (mention) {
      const c = contentOf(mention[2]);
      append(block, h('mark', {class: `kind-${mention[3]} ${c >= 0 ? `content-${c % 8}` : ''}${committed ? ' committed' : ''}`, title: `${mention[2]}: ${KINDS[mention[3]] ?? mention[3]}${c >= 0 ? `, option ${c + 1}` : ''}`}, content));
    } else if (committed) {
      append(block, h('span', {class: 'committed', title: 'where the answer was read'}, content));
    } else {
      block.append(content);
    }
  }
  if (!points.length) append(root, h('p', {class: 'nothing'}, 'No text was generated.'));
  return root;
}
