/**
 * One item: the question, then every answer of every configuration, its orders side by side.
 */
import {h} from './dom.js';
import {itemOf} from './payload.js';
import {hasStrip, variantCard} from './variant.js';

/** @param {any[]} cells */
function groups(cells) {
  /** @type {Map<string, any[]>} */
  const out = new Map();
  for (const cell of cells) out.set(cell.configuration, [...(out.get(cell.configuration) ?? []), cell]);
  return [...out];
}

/** @param {any} item @param {any[]} cells */
function choices(item, cells) {
  return h('span', {class: 'choices'}, ...cells.map((c) => c.option === null || c.option === undefined
    ? h('span', {class: 'chip none', title: `order ${c.variant + 1}: ${c.status}`}, '–')
    : h('span', {class: `chip content-${c.option % 8}${item.gold.includes(c.option) ? ' gold' : ''}`, title: `order ${c.variant + 1}: option ${c.option + 1}, at ${c.labels[c.slot] || c.slot + 1}`}, c.option + 1)));
}

/** @param {any} item */
function question(item) {
  return h('div', {class: 'asked'},
    item.passage ? h('blockquote', {}, h('bdi', {}, item.passage)) : null,
    h('p', {class: 'stem'}, h('bdi', {}, item.stem)),
    h('ol', {class: 'options'}, ...item.options.map((/** @type {string} */ text, /** @type {number} */ i) =>
      h('li', {class: `content-${i % 8}`}, h('span', {class: 'chip'}, i + 1),
        h('span', {class: 'words'}, h('bdi', {}, text), item.gold.includes(i) ? h('b', {class: 'flag gold'}, 'right') : null)))),
    item.positional ? h('p', {class: 'legend'}, 'An option names other options: moving it changes what it means.') : null,
    Object.keys(item.tags).length ? h('p', {class: 'legend'}, Object.entries(item.tags).map(([k, v]) => `${k}: ${v}`).join(' · ')) : null);
}

/**
 * Every configuration with its orders side by side; those asked in one order stand beside each other.
 * @param {any} item @param {[string, any[]][]} groups
 */
function answersView(item, groups) {
  const alone = groups.filter(([, cells]) => cells.length === 1), several = groups.filter(([, cells]) => cells.length > 1);
  return [
    ...several.map(([name, cells]) => h('section', {class: 'configuration', 'aria-label': name},
      h('h3', {}, name, ' ', choices(item, cells), new Set(cells.map((c) => c.option).filter((o) => typeof o === 'number')).size > 1 ? h('span', {class: 'badge bad'}, '⇄ flips') : null),
      h('div', {class: 'variants'}, ...cells.map((cell) => variantCard(cell, item, `Order ${cell.variant + 1}`))))),
    alone.length ? h('section', {class: 'configuration', 'aria-label': 'asked in one order'},
      h('h3', {}, 'Asked in one order'), h('div', {class: 'variants alone'}, ...alone.map(([name, [cell]]) => variantCard(cell, item, name)))) : null,
  ];
}

/**
 * @param {import('./payload.js').IndexRow} row
 * @param {(configuration: string, dataset: string) => boolean} isShown
 */
export async function itemView(row, isShown) {
  const item = await itemOf(row);
  const title = h('h2', {id: 'item-title', tabindex: -1}, h('bdi', {}, row.id), h('small', {}, ` in ${row.dataset}`));
  if (!item) return h('div', {}, title, h('p', {}, row.stem), h('p', {class: 'nothing'}, 'The texts of this item are not in this file, which holds a sample. In a terminal: ', h('code', {}, `brink show STORE ${row.key}`)));
  const strips = item.cells.some(hasStrip);
  return h('div', {}, title, question(item),
    strips ? h('p', {class: 'legend'}, 'A strip is an answer from its first to its last character: the numbers are what it would answer if it were asked there, stronger where it is surer; letters are options that the text names, struck through where it rules them out; the line is the commitment point (CCP).') : null,
    ...answersView(item, groups(item.cells).filter(([name]) => isShown(name, row.dataset))));
}
