import './shell.js';
import { get } from './api.js';
import { byId, fill, h } from './dom.js';
import { exampleOf, operations, reference, typeName } from './openapi.js';

/** @typedef {import('./openapi.js').Description} Description */
/** @typedef {import('./openapi.js').Operation} Operation */
/** @typedef {import('./openapi.js').Schema} Schema */
/** @typedef {Operation['responses'][number]} Response */

async function show() {
  const place = byId('operations', HTMLElement);
  const example = byId('example', HTMLElement);
  example.textContent = (example.textContent ?? '').replaceAll('ORIGIN', location.origin);
  /** @type {Description} */
  let description;
  try {
    description = await get('/api/openapi.json');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const again = h('button', { type: 'button', onclick: show }, 'Try again');
    fill(place, h('p', { class: 'bad', role: 'alert' }, `The description could not be loaded: ${why}.`), again);
    return;
  }
  const groups = operations(description);
  fill(
    byId('contents', HTMLElement),
    ...groups.map(({ tag, operations: all }) =>
      h(
        'div',
        {},
        h('h2', { class: 'label' }, tag),
        h('ul', {}, ...all.map((one) => h('li', {}, h('a', { href: `#${one.anchor}` }, title(one))))),
      ),
    ),
  );
  const types = Object.entries(description.components?.schemas ?? {}).sort(([a], [b]) => a.localeCompare(b));
  fill(
    place,
    ...groups.map(({ tag, operations: all }) =>
      h(
        'section',
        { 'aria-label': tag },
        h('h2', { class: 'tag' }, tag),
        ...all.map((one) => operationCard(one, description)),
      ),
    ),
    types.length > 0 &&
      h(
        'section',
        { 'aria-label': 'Types' },
        h('h2', {}, 'Types'),
        ...types.map(([name, schema]) => typeCard(name, schema)),
      ),
  );
  // The fragment may name an element that was not there when the page loaded.
  if (location.hash !== '') document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** @param {Operation} operation */
function title({ method, path }) {
  return h('span', { class: 'address' }, h('b', { class: 'method' }, method), ' ', h('code', {}, path));
}

/**
 * @param {Operation} operation
 * @param {Description} description
 */
function operationCard(operation, description) {
  const { parameters, body, responses } = operation;
  const refusals = responses.filter(isRefusal);
  return h(
    'article',
    { class: 'card', id: operation.anchor },
    h('h3', {}, title(operation)),
    operation.summary !== '' && h('p', {}, prose(operation.summary)),
    operation.text !== '' && h('p', { class: 'soft' }, prose(operation.text)),
    parameters.length > 0 && h('h4', { class: 'label' }, 'Parameters'),
    parameters.length > 0 &&
      definitions(
        parameters.map(({ name, place, required, schema, text }) => ({
          name,
          type: typeLink(schema),
          notes: [`in the ${place}`, required ? '' : 'optional'],
          text,
        })),
      ),
    body !== null && h('h4', { class: 'label' }, 'Body'),
    body !== null && schemaNodes(body, description),
    h('h4', { class: 'label' }, 'Responses'),
    answers(responses.filter((response) => !isRefusal(response))),
    refusals.length > 0 &&
      h(
        'details',
        {},
        h('summary', { class: 'soft' }, `Errors: ${refusals.map(({ status }) => status).join(', ')}`),
        answers(refusals),
      ),
  );
}

/** @param {Response} response */
function isRefusal({ status }) {
  return status >= '400';
}

/** @param {Response[]} responses */
function answers(responses) {
  const rows = responses.map(({ status, text, type, schema }) => {
    const media = type === '' || type === 'application/json' ? '' : h('code', { class: 'soft' }, `${type} `);
    return h('div', {}, h('dt', {}, status), h('dd', {}, prose(text), ' ', media, schema !== null && typeLink(schema)));
  });
  return h('dl', { class: 'answers' }, ...rows);
}

/**
 * @param {string} name
 * @param {Schema} schema
 */
function typeCard(name, schema) {
  return h('article', { class: 'card', id: `type-${name}` }, h('h3', {}, name), shape(schema));
}

/**
 * @param {Schema} schema
 * @param {Description} description
 */
function schemaNodes(schema, description) {
  const example = exampleOf(schema, description);
  return h(
    'div',
    { class: 'schema' },
    h('p', {}, typeLink(schema)),
    example !== undefined && h('pre', { tabindex: 0 }, h('code', {}, JSON.stringify(example, null, 2))),
  );
}

/** @param {Schema} schema @returns {HTMLElement} */
function shape(schema) {
  const parts = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  const text = schema.description ? h('p', { class: 'soft' }, prose(schema.description)) : null;
  if (schema.properties) {
    const required = new Set(schema.required ?? []);
    const rows = Object.entries(schema.properties).map(([name, property]) => ({
      name,
      type: typeLink(property),
      notes: [
        required.has(name) ? '' : 'optional',
        property.default === undefined ? '' : `default ${JSON.stringify(property.default)}`,
      ],
      text: property.description ?? '',
    }));
    return h('div', {}, text, definitions(rows));
  }
  if (parts) {
    const word = schema.allOf ? 'All of' : 'One of';
    const items = parts.map((part) => h('li', {}, part.properties || part.oneOf ? shape(part) : typeLink(part)));
    return h('div', {}, text, h('p', {}, `${word}:`), h('ul', {}, ...items));
  }
  return h('div', {}, text, h('p', {}, typeLink(schema)));
}

/** @param {Schema} schema @returns {Node} */
function typeLink(schema) {
  const code = h('code', {}, typeName(schema));
  const known = reference(schema);
  return known === null ? code : h('a', { href: `#type-${known}` }, code);
}

/** @param {{name: string, type: Node | string, notes: string[], text: string}[]} rows */
function definitions(rows) {
  return h(
    'dl',
    { class: 'properties' },
    ...rows.map(({ name, type, notes, text }) => {
      const list = notes.filter((note) => note !== '').join(', ');
      return h(
        'div',
        {},
        h('dt', {}, h('code', {}, name)),
        h('dd', {}, type, list !== '' && h('span', { class: 'soft' }, ` ${list}`), text !== '' && h('p', {}, prose(text))),
      );
    }),
  );
}

/** Text in which `code` is between backquotes. @param {string} text @returns {DocumentFragment} */
function prose(text) {
  const made = document.createDocumentFragment();
  text.split('`').forEach((part, i) => made.append(i % 2 === 1 ? h('code', {}, part) : part));
  return made;
}

show();
