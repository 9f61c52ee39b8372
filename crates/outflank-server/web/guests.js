// Names of guests, with a tag that distinguishes guests of the same name.

import { h } from './dom.js';

/** @typedef {import('./wire.js').Both_Player['black']} Player */

/** @typedef {{name: string, tag: string | null}} Guest */

/**
 * @param {Pick<Player, 'name' | 'tag'>} player
 * @returns {Guest | null} null without name and tag
 */
export function guest({ name, tag }) {
  if (name != null) return { name, tag: tag == null ? null : `#${tag}` };
  return tag == null ? null : { name: 'Guest', tag };
}

/** @param {Guest} guest */
export function inWords({ name, tag }) {
  return tag === null ? name : `${name} ${tag}`;
}

/**
 * The tag is an element of its own, so that a name cannot imitate one.
 * @param {Guest} guest
 * @returns {(Node | string)[]}
 */
export function label({ name, tag }) {
  return tag === null ? [name] : [name, ' ', h('span', { class: 'tag' }, tag)];
}
