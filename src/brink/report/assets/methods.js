/**
 * How the study was made, and how to make it again.
 */
import {h} from './dom.js';
import {statusTable} from './front.js';
import {page} from './payload.js';

/** @param {string} text */
const block = (text) => h('pre', {class: 'code', tabindex: 0}, text);

/** @param {string} title @param {...(Node | null)} content */
const folded = (title, ...content) => h('details', {}, h('summary', {}, title), ...content.filter((c) => c !== null));

/** @param {Record<string, any>} facts */
function factList(facts) {
  return h('dl', {class: 'facts'}, ...Object.entries(facts).filter(([, v]) => v !== '' && v !== undefined)
    .flatMap(([k, v]) => [h('dt', {}, k.replaceAll('_', ' ')), h('dd', {}, h('bdi', {}, String(v)))]));
}

/** @param {any} model */
function modelView(model) {
  return h('section', {}, h('h4', {}, model.name), factList({kind: model.kind, weights: `SHA-256 ${model.weights}`, 'KV cache': model.kv_type, rope: model.rope, ...model.made}),
    model.template ? folded('Chat template', block(model.template)) : null);
}

/** @param {any} prompt */
function promptView(prompt) {
  return folded(`${prompt.configuration} on ${prompt.dataset}, item ${prompt.item}`,
    ...prompt.messages.map((/** @type {any} */ m) => h('div', {}, h('h5', {}, m.role), block(m.content))),
    prompt.rendered ? h('div', {}, h('h5', {}, 'as the model was given it'), block(prompt.rendered)) : null,
    factList(prompt.decoding));
}

/** @param {import('./payload.js').Configuration[]} configurations */
export function methods(configurations) {
  const m = page.methods;
  return h('section', {class: 'question', id: 'methods', 'aria-labelledby': 'methods-title'}, h('h2', {id: 'methods-title'}, 'How this was made'),
    h('h3', {}, 'Definitions'), h('ul', {class: 'definitions'}, ...m.definitions.map((/** @type {string} */ d) => h('li', {}, d)),
      h('li', {}, 'Figures draw no value of fewer than 5 items, and none that too few items have for its interval; brink report --json has it.')),
    h('h3', {}, 'What was read, and what was not'), statusTable(configurations),
    h('h3', {}, 'Models'), ...m.models.map(modelView),
    h('h3', {}, 'Data'), ...m.datasets.map((/** @type {any} */ d) => h('section', {}, h('h4', {}, d.name), factList({items: d.n_items, file: `SHA-256 ${d.file}`, ...Object.fromEntries(Object.entries(d.dirt).map(([k, v]) => [`rows with ${k}`, v]))}))),
    h('h3', {}, 'Prompts, in full'), ...m.prompts.map(promptView),
    h('h3', {}, 'To make it again'), block(m.command),
    factList({'brink': m.version, 'reader version': m.reader, 'study': m.study?.hash, 'seed': m.study?.seed}),
    m.study?.file ? folded('Study file', block(m.study.file)) : null,
    m.study ? folded('Study, canonical', block(m.study.canonical)) : null,
    folded('The tables as text', block(page.text)),
    h('h3', {}, 'To cite it'), block(m.bibtex),
    folded('Licence of the charting library (Vega, Vega-Lite)', block(m.licence)));
}
