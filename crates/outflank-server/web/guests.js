// Guests have no accounts: what they are called, and what tells two of the same name apart.

import { h } from './dom.js';

/** @typedef {import('./wire.js').Player} Player */

/**
 * A name, and the tag beside it if there is one.
 * @typedef {{name: string, tag: string | null}} Guest
 */

/**
 * @param {Pick<Player, 'name' | 'tag'>} player
 * @returns {Guest | null} null for a guest about whom nothing is known
 */
export function guest({ name, tag }) {
  if (name !== null) return { name, tag: tag === undefined ? null : `#${tag}` };
  return tag === undefined ? null : { name: 'Guest', tag };
}

/**
 * A guest in a sentence.
 * @param {Guest} guest
 */
export function inWords({ name, tag }) {
  return tag === null ? name : `${name} ${tag}`;
}

/**
 * A guest as nodes. The tag is an element of its own: nobody can write one into their name.
 * @param {Guest} guest
 * @returns {(Node | string)[]}
 */
export function label({ name, tag }) {
  return tag === null ? [name] : [name, ' ', h('span', { class: 'tag' }, tag)];
}
