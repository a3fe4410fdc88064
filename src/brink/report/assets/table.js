/**
 * Tables that sort by a click on their heads.
 */
import {h, replace} from './dom.js';

/** @typedef {{label: string, title?: string, number?: boolean, sort?: (row: any) => any,
 *   cell: (row: any) => (Node | string | number)}} Column */

/** Says by its attributes what is out of sight. @param {HTMLElement} element */
function look(element) {
  element.toggleAttribute('data-before', element.scrollLeft > 1);
  element.toggleAttribute('data-after', element.scrollWidth - element.clientWidth - element.scrollLeft > 1);
}

const watcher = new ResizeObserver((entries) => entries.forEach((entry) => look(/** @type {HTMLElement} */ (entry.target))));

/**
 * What may be wider than the page: it scrolls, by keys too, and shows that there is more.
 * @param {string} label
 * @param {...(Node | null)} children
 */
export function scroller(label, ...children) {
  const element = h('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label, scroll: () => look(element)}, ...children);
  watcher.observe(element);
  return element;
}

/** @param {any} a @param {any} b */
function compare(a, b) {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;  // absent values last
  if (b === null || b === undefined) return -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', {numeric: true});
}

/**
 * @param {string} caption
 * @param {Column[]} columns  the first names the row
 * @param {any[]} rows
 */
export function table(caption, columns, rows) {
  let by = -1, down = false;
  const body = h('tbody');
  const heads = columns.map((column, i) => {
    const sortable = column.sort !== undefined;
    const content = sortable
      ? h('button', {type: 'button', title: column.title, click: () => {
        down = by === i ? !down : Boolean(column.number);
        by = i;
        draw();
      }}, column.label)
      : column.label;
    return h('th', {scope: 'col', class: column.number ? 'number' : null}, content);
  });
  const draw = () => {
    const sort = columns[by]?.sort;
    const shown = sort ? [...rows].sort((a, b) => {
      const [x, y] = [sort(a), sort(b)];
      const absent = x === null || x === undefined || y === null || y === undefined;
      return (down && !absent ? -1 : 1) * compare(x, y);
    }) : rows;
    heads.forEach((head, i) => {
      if (i === by) head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    });
    replace(body, ...shown.map((row) => h('tr', {}, ...columns.map((column, i) =>
      h(i === 0 ? 'th' : 'td', {scope: i === 0 ? 'row' : null, class: column.number ? 'number' : null}, column.cell(row))))));
  };
  draw();
  return scroller(caption, h('table', {}, h('caption', {class: 'unseen'}, caption), h('thead', {}, h('tr', {}, ...heads)), body));
}
