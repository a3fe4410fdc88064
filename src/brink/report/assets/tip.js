/**
 * Values under the pointer. Vega's own tooltip would build markup from them; this sets text.
 */
import {append, h, replace} from './dom.js';

const EMPTY = new Set(['', 'null', 'NaN', 'undefined', 'n/a']);
const box = h('div', {class: 'tip', role: 'status', hidden: true});
document.body.append(box);

/**
 * Vega's tooltip handler.
 * @param {any} _handler
 * @param {MouseEvent} event
 * @param {any} _item
 * @param {any} value
 */
export function showTip(_handler, event, _item, value) {
  if (!value || typeof value !== 'object') {
    box.hidden = true;
    return;
  }
  const lines = Object.entries(value).filter(([, v]) => !EMPTY.has(String(v)));
  const list = h('dl');
  for (const [name, v] of lines) append(list, h('dt', {}, name), h('dd', {}, String(v)));
  replace(box, list);
  box.hidden = false;
  const margin = 12;
  const x = Math.min(event.clientX + margin, innerWidth - box.offsetWidth - margin);
  const y = event.clientY + margin + box.offsetHeight > innerHeight ? event.clientY - margin - box.offsetHeight
    : event.clientY + margin;
  box.style.setProperty('left', `${Math.max(margin, x)}px`);
  box.style.setProperty('top', `${Math.max(margin, y)}px`);
}

addEventListener('scroll', () => (box.hidden = true), {passive: true});
