// Elements as data: the bundler writes them into a page's HTML, and `build` of dom.js makes nodes of them.

/** @typedef {Record<string, string | number | true | null | undefined | false>} Attributes */
/** An element: its tag, its attributes, its children. @typedef {[string, Attributes, ...(Tree | string)[]]} Tree */

/**
 * @param {...(Tree | string)} trees
 * @returns {string}
 */
export function html(...trees) {
  return trees.map((tree) => (typeof tree === 'string' ? escaped(tree) : element(tree))).join('');
}

/**
 * The attributes that are there, as text.
 * @param {Attributes} attributes
 * @returns {[string, string][]}
 */
export function present(attributes) {
  return Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => [name, value === true ? '' : String(value)]);
}

/** @param {Tree} tree */
function element([tag, attributes, ...children]) {
  const written = present(attributes).map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escaped(value)}"`));
  return `<${tag}${written.join('')}>${html(...children)}</${tag}>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
