// Public games made over the API, for pages that show games of others.

/** @typedef {import('../../web/wire.js').State} State */
/** @typedef {'black' | 'white'} Color */

export class PublicGame {
  /**
   * @param {string} url
   * @param {string} id
   * @param {Record<Color, string>} tokens
   * @param {State} state
   */
  constructor(url, id, tokens, state) {
    this.url = url;
    this.id = id;
    this.tokens = tokens;
    this.state = state;
  }

  /**
   * A running game between two people.
   * @param {string} url  of the server
   * @param {{black?: string, white?: string, moves?: number, start?: unknown}} [options]  names, and how many moves are played
   */
  static async begin(url, { black = 'Ann', white = 'Bob', moves = 0, start = 'initial' } = {}) {
    const clock = { main: 300_000, increment: 3_000 };
    const made = await post(url, '/api/games', { black: 'me', white: 'friend', name: black, clock, start, public: true });
    const { state } = await post(url, `/api/game/${made.id}/join`, { name: white }, made.tokens.white);
    const game = new PublicGame(url, made.id, made.tokens, state);
    for (let i = 0; i < moves; i += 1) await game.play();
    return game;
  }

  get isOver() {
    return this.state.status === 'over';
  }

  /** Plays a move, the first legal one unless it is given. @param {string} [move] @returns {Promise<string>} its square */
  async play(move) {
    const { turn, legal, number } = this.state;
    const square = move ?? legal[0].square;
    const command = { id: `c${number}`, seen: number, command: 'play', square };
    this.state = (await post(this.url, `/api/game/${this.id}/command`, command, this.tokens[turn])).state;
    return square;
  }

  async playOut() {
    while (!this.isOver) await this.play();
  }

  async resign() {
    const { turn, number } = this.state;
    this.state = (await post(this.url, `/api/game/${this.id}/command`, { id: 'r', seen: number, command: 'resign' }, this.tokens[turn])).state;
  }
}

/**
 * @param {string} url
 * @param {string} path
 * @param {unknown} body
 * @param {string} [token]
 */
async function post(url, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
