/**
 * Numbers as people read them. An absent value is "n/a", its reason stands in the title.
 */

/** @typedef {{value: number | null, low: number | null, high: number | null, null: number | null, p: number | null,
 *   p_kind: string, n: number, n_clusters: number, reason: string, left_out?: Record<string, number>,
 *   slot?: string, n_options?: string}} Estimate */

/** The sign of negative numbers in a text, as charts write it. @param {string} text */
export function minus(text) {
  return text.replace(/(^|[ [(])-(?=[.\d])/g, '$1−');
}

/** @type {Record<string, (v: number, n_decimals?: number) => string>} */
const FORMATS = {
  percent: (v) => minus(`${(100 * v).toFixed(1)}%`),
  number: (v, n_decimals = 3) => minus(v.toFixed(n_decimals)),
  signed: (v, n_decimals = 3) => `${v < 0 ? '−' : '+'}${Math.abs(v).toFixed(n_decimals)}`,
  count: (v) => Math.round(v).toLocaleString('en'),
  p: (v) => (v < 1e-15 ? '< 1e-15' : v < 0.001 ? v.toExponential(0).replace(/-(\d)$/, '-0$1') : v.toFixed(3)),
};

/**
 * @param {number | null | undefined} v
 * @param {string} format
 * @param {number} [n_decimals]  of numbers that are no shares
 */
export function number(v, format, n_decimals) {
  return v === null || v === undefined ? 'n/a' : FORMATS[format](v, n_decimals);
}

/**
 * @param {Estimate} e
 * @param {string} format
 */
export function interval(e, format) {
  if (e.low === null || e.high === null) return '';
  // Whole numbers would show an end on the value's other side, or both ends alike.
  const whole = (/** @type {number} */ v) => Math.round(100 * v);
  const value = e.value === null ? NaN : 100 * e.value;
  const n_decimals = whole(e.low) > value || whole(e.high) < value || whole(e.low) === whole(e.high) ? 1 : 0;
  const short = format === 'percent' ? (/** @type {number} */ v) => minus((100 * v).toFixed(n_decimals)) : FORMATS[format];
  return `[${short(e.low)}, ${short(e.high)}]`;
}

/**
 * What a number rests on, for titles and tables.
 * @param {Estimate} e
 */
export function basis(e) {
  const parts = [`n = ${e.n}`, plural(e.n_clusters, 'item')];
  if (e.p !== null) parts.push(`p = ${number(e.p, 'p')} (${e.p_kind})`);
  if (e.null !== null) parts.push(`null ${minus(String(Number(e.null.toPrecision(3))))}`);
  for (const [what, k] of Object.entries(e.left_out ?? {})) parts.push(`${k} ${what.replaceAll('_', ' ')} left out`);
  if (e.reason) parts.push(e.reason);
  return parts.join('; ');
}

/** @param {number} n @param {string} one */
export function plural(n, one) {
  return `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;
}
