/**
 * A trajectory as a strip: where options are named, what would be answered at each place, where it commits.
 */
import {h} from './dom.js';
import {number} from './format.js';

/** @param {number} share */
const percent = (share) => `${(100 * Math.max(0, Math.min(1, share))).toFixed(2)}%`;

/**
 * @param {any} cell
 * @param {(slot: number) => number} contentOfSlot
 * @param {(letter: string) => number} contentOfLetter
 */
export function ribbon(cell, contentOfSlot, contentOfLetter) {
  const length = Math.max(1, cell.chars);
  const parts = [];
  if (cell.curve?.length) {
    /** @type {string[]} */
    const told = [];
    const bars = cell.curve.map((/** @type {[number, number, number[]]} */ [at, , p], /** @type {number} */ i) => {
      const next = cell.curve[i + 1]?.[0] ?? cell.chars;
      const slot = p.indexOf(Math.max(...p)), content = contentOfSlot(slot);
      told.push(`${percent(at / length)} ${cell.labels[slot] ?? slot + 1}`);
      return h('span', {
        class: `content-${content % 8}`, style: {left: percent(at / length), width: percent(Math.max(0.012, (next - at) / length)), '--strength': p[slot]},
        title: `at ${percent(at / length)} it would answer ${cell.labels[slot] ?? slot + 1}, option ${content + 1} (${number(p[slot], 'percent')})`,
      }, h('i', {'aria-hidden': true}, content + 1));
    });
    parts.push(h('div', {class: 'strip forced', role: 'img', 'aria-label': `Forced answers along the text: ${told.join(', ')}`}, ...bars));
  }
  if (cell.mentions.length) {
    const ticks = cell.mentions.map((/** @type {import('./text_view.js').Mention} */ [at, , letter, kind]) => {
      const content = contentOfLetter(letter);
      return h('span', {class: `tick kind-${kind} ${content >= 0 ? `content-${content % 8}` : ''}`, style: {left: percent(at / length)}, title: `${letter} at ${percent(at / length)}: ${kind}`}, h('i', {'aria-hidden': true}, letter));
    });
    parts.push(h('div', {class: 'strip mentions', role: 'img', 'aria-label': `Options named: ${cell.mentions.map((/** @type {any[]} */ m) => `${m[2]} (${m[3]}) at ${percent(m[0] / length)}`).join(', ')}`}, ...ticks));
  }
  if (!parts.length) return null;
  for (const [name, at] of [['CCP', cell.ccp_eq2]])
    if (typeof at === 'number') parts.push(h('span', {class: at > 0.75 ? 'ccp late' : 'ccp', style: {left: percent(at)}, title: `${name}, eq. 2: ${number(at, 'percent')} of the text`}, h('i', {}, name)));
  return h('div', {class: 'ribbon'}, ...parts);
}
