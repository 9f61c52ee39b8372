// A game that is played through: which position is shown.

/**
 * What the address asks for.
 * @param {string} search
 */
export function wanted(search) {
  const fields = new URLSearchParams(search);
  const ply = fields.get('ply');
  return { ply: ply !== null && /^\d{1,3}$/.test(ply) ? Number(ply) : null, autoplay: fields.has('autoplay') && fields.get('autoplay') !== '0' };
}

export class Reel {
  at = 0;
  last = 0;

  /**
   * @param {number} plies
   * @param {number | null} ply  where to begin; null for the end
   */
  constructor(plies, ply) {
    this.last = plies;
    this.go(ply ?? plies);
  }

  get isAtEnd() {
    return this.at === this.last;
  }

  /** @param {number} ply */
  go(ply) {
    this.at = Math.min(Math.max(ply, 0), this.last);
  }

  /**
   * The game has more plies, or fewer after a takeback. The end is followed.
   * @param {number} plies
   */
  grow(plies) {
    const follows = this.isAtEnd;
    this.last = plies;
    this.go(follows ? plies : this.at);
  }
}
