import { post } from '../api.js';
import { enter } from '../home/door.js';
import { load, save } from '../home/memory.js';
import { problemOf } from '../home/words.js';
import { toast } from '../shell.js';
import { atLevel } from './next.js';

/**
 * @param {import('./model.js').Game} game
 * @param {number} level
 */
export async function levelUp(game, level) {
  const choices = load();
  try {
    const made = await post('/api/games', atLevel(game, level, choices.start));
    save({ ...choices, opponent: 'engine', level });
    enter(made);
  } catch (error) {
    toast(`The game could not be started: ${problemOf(error)}.`);
  }
}
