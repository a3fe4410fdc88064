/**
 * Elements with text as text: nothing here, or anywhere on the page, reads a string as markup.
 */

/**
 * @param {string} tag
 * @param {Record<string, any>} [properties]  attributes; functions are listeners, `style` an object of custom properties
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (name === 'style') for (const [k, v] of Object.entries(value)) element.style.setProperty(k, String(v));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, ...children);
  return element;
}

/**
 * @param {Element} element
 * @param {...(Node | string | number | null | undefined | false)} children
 */
export function append(element, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * @param {Element} element
 * @param {...(Node | string | number | null | undefined | false)} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, ...children);
}

/**
 * A name, which may break behind its own signs rather than inside a word.
 * @param {string} text
 */
export function name(text) {
  return h('bdi', {}, ...text.split(/(?<=[-_/:.@&+])/).flatMap((part, i) => (i ? [document.createElement('wbr'), part] : [part])));
}

/**
 * A select with its label.
 * @param {string} label
 * @param {{value: string, text: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} changed
 */
export function choice(label, options, value, changed) {
  const select = /** @type {HTMLSelectElement} */ (h('select', {
    change: () => changed(select.value),
  }, ...options.map((o) => h('option', {value: o.value, selected: o.value === value}, o.text))));
  return h('label', {class: 'choice'}, h('span', {}, label), select);
}
