/**
 * Files made in the page.
 */

/** @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {string} name @param {string} text @param {string} type */
export function saveText(name, text, type) {
  save(name, new Blob([text], {type}));
}

/** @param {any} v */
function csvField(v) {
  const text = v === null || v === undefined ? '' : String(v);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The members of the rows, in the order they first appear, are the columns.
 * @param {Record<string, any>[]} rows
 */
export function csv(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns, ...rows.map((row) => columns.map((c) => row[c]))]
    .map((fields) => fields.map(csvField).join(',')).join('\r\n') + '\r\n';
}
