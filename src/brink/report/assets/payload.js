/**
 * What is embedded: docs/report-page.md. The page's own object at once, the index of items and their texts on demand.
 */

/** @typedef {{name: string, model: string, dataset: string, mode: string, treatment: string, word: string,
 *   sentence: string, numbers: Record<string, import('./format.js').Estimate>, statuses: Record<string, number>}}
 *   Configuration */
/** @typedef {Record<string, any>} Row */
/** @typedef {{id: string, question: string, title: string, what: string, spec: any,
 *   figures: {dataset: string, part: string, file: string, rows: Row[]}[]}} Panel */
/** @typedef {{id: string, title: string, what: string, head: string[], rows: string[][], n_labels: number}} PaperTable
 *   the first cells of a row are data set, model, mode with treatment */
/** @typedef {{id: string, question: string, nothing: string, tables: PaperTable[],
 *   answers: {dataset: string, configuration: string, text: string}[]}} Question */
/** @typedef {{key: string, dataset: string, id: string, stem: string, tags: Record<string, string>, answers: number,
 *   cells: number, flips: number, excess: number | null, cut: number, unread: number, right: number, graded: number,
 *   disagree: number, chars: number, continuations: number,
 *   by: Record<string, [number, number, number, number, number, number | null]>, block?: [number, number]}} IndexRow
 *   by: of each configuration what `right` to `excess` are of all */
/** @typedef {{title: string, datasets: string[],
 *   columns: {metric: string, label: string, format: string, group: string}[], configurations: Configuration[],
 *   questions: Question[], panels: Panel[], notes: Record<string, string[]>, warnings: string[], text: string,
 *   methods: any, items: {n: number, n_with_texts: number}}} Page */

/** @param {string} id */
function embedded(id) {
  return document.getElementById(id)?.textContent ?? '';
}

/** @type {Page} */
export const page = JSON.parse(embedded('page'));

/** @type {Set<string>} */
export const models = new Set(page.configurations.map((c) => c.model));

/** The name of a configuration, of one model alone without it. @param {string} name */
export const withoutModel = (name) => (models.size === 1 ? name.replace(`${[...models][0]} `, '') : name);

/** Everything below stands behind the page's script in the file. */
const loaded = new Promise((resolve) => {
  if (document.readyState !== 'loading') resolve(null);
  else document.addEventListener('DOMContentLoaded', () => resolve(null));
});

/** @type {Map<string, Promise<any>>} */
const unpacked = new Map();

/** @param {string} id @returns {Promise<any>} */
async function unpack(id) {
  await loaded;
  const bytes = Uint8Array.from(atob(embedded(id)), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

/** @param {string} id */
function once(id) {
  let found = unpacked.get(id);
  if (!found) unpacked.set(id, (found = unpack(id)));
  return found;
}

/** @type {Promise<IndexRow[]> | null} */
let sorted = null;
const order = new Intl.Collator('en', {numeric: true});

/** In the order of data sets and ids, numbers in them as numbers. @returns {Promise<IndexRow[]>} */
export async function itemIndex() {
  sorted ??= once('index').then((rows) => rows.sort((/** @type {IndexRow} */ a, /** @type {IndexRow} */ b) => order.compare(a.dataset, b.dataset) || order.compare(a.id, b.id)));
  return sorted;
}


/**
 * An item with its cells and texts; nothing where they are not in the file.
 * @param {IndexRow} row
 */
export async function itemOf(row) {
  if (!row.block) return null;
  const [block, at] = row.block;
  return (await once(`block-${block}`))[at];
}
