// Warns before bad moves against the engine.

import { post } from '../api.js';
import { dialog, h } from '../dom.js';
import { chosen } from '../settings.js';
import { say } from '../shell.js';
import { toleranceIn } from './model.js';

/** @typedef {import('./model.js').Game} Game */

/**
 * Whether to play a move: true unless the player cancels after a warning.
 * @param {Game} game
 * @param {string} square
 * @returns {Promise<boolean>}
 */
export async function agree(game, square) {
  const tolerance = toleranceIn(game, chosen('teach'));
  if (tolerance === null) return true;
  const { rules } = game.full;
  const { board, turn, supply } = game.state;
  try {
    const { warning } = await post('/api/study/warn', { position: { rules, board, turn, supply }, square, tolerance });
    return warning == null || (await asked(square, warning.text));
  } catch {
    // A failed request must not block the game.
    return true;
  }
}

/**
 * @param {string} square
 * @param {string} text
 * @returns {Promise<boolean>}
 */
function asked(square, text) {
  return new Promise((answer) => {
    const box = dialog(
      `Play ${square}?`,
      h('p', {}, text),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'primary', onclick: () => box.close() }, 'Think again'),
        h('button', { type: 'button', onclick: () => box.close('play') }, 'Play it anyway'),
      ),
    );
    say(text);
    box.addEventListener('close', () => answer(box.returnValue === 'play'));
  });
}
