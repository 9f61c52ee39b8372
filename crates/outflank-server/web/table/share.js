// Links to a game. The server makes them when they are asked for, and the page keeps them only in memory.

import { post } from '../api.js';
import { dialog, fill, h } from '../dom.js';
import { embedCode } from '../embed/code.js';
import { problemOf } from '../home/words.js';
import { copy, linkFields } from '../links.js';
import { toast } from '../shell.js';
import { removal } from './words.js';

/** @typedef {import('./model.js').Game} Game */

const files = { ggf: 'GGF', sgf: 'SGF', txt: 'Text', png: 'PNG', gif: 'GIF' };

/**
 * A new link for a seat. The unused one before stops working.
 * @param {Game} game
 * @param {'black' | 'white' | 'watch'} seat
 * @returns {Promise<string>} a path
 */
export async function newLink({ full }, seat) {
  return (await post(`/api/game/${full.id}/invite`, { seat })).link;
}

/** @param {Game} game */
export function showShare(game) {
  dialog('Share', ...shareParts(game));
}

/**
 * The link for watchers, and the game as files.
 * @param {Game} game
 * @returns {import('../dom.js').Child[]}
 */
export function shareParts(game) {
  const { id } = game.full;
  const removed = removal(game.state);
  const downloads = Object.entries(files).map(([ending, name]) =>
    h('a', { class: 'button', href: `/game/${id}.${ending}`, download: `${id}.${ending}` }, name),
  );
  return [
    game.full.public ? linkFields([{ name: 'To watch', path: `/game/${id}` }], false) : game.you.length > 0 && watchLink(game),
    game.full.public && embedField(id),
    h('h3', { class: 'label' }, 'Download'),
    removed !== null && h('p', { class: 'soft small' }, removed),
    h('div', { class: 'row downloads' }, ...downloads),
  ];
}

/** @param {string} id */
function embedField(id) {
  const input = h('input', { readonly: true, value: embedCode(location.origin, id), onfocus: () => input.select() });
  return h(
    'div',
    { class: 'link' },
    h('label', { class: 'field' }, h('span', {}, 'For your own page'), input),
    h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => copy(input, 'Code') }, 'Copy code')),
  );
}

/**
 * A private game has a link for watchers, which the server makes anew.
 * @param {Game} game
 */
function watchLink(game) {
  const place = h('div', { class: 'links' });
  const make = h(
    'button',
    {
      type: 'button',
      onclick: async () => {
        make.disabled = true;
        try {
          fill(place, linkFields([{ name: 'To watch', path: await newLink(game, 'watch') }], false));
        } catch (error) {
          make.disabled = false;
          toast(`The link could not be created: ${problemOf(error)}.`);
        }
      },
    },
    'New link for watchers',
  );
  fill(place, h('p', { class: 'soft small' }, 'This game is private: only people with a link can watch it. An unused link stops working when you make a new one.'), make);
  return place;
}
