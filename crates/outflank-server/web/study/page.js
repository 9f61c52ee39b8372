import { Board } from '../board.js';
import { followRequests } from '../connection.js';
import { byId } from '../dom.js';
import { Feedback } from '../feedback.js';
import { problemOf } from '../home/words.js';
import { LONGER, toSgf } from '../library/entry.js';
import { contentOf, placeOf } from '../library/made.js';
import { LibraryPanel } from '../library/panel.js';
import { Library } from '../library/store.js';
import { count } from '../replay.js';
import { motion } from '../settings.js';
import { say } from '../shell.js';
import { tabs } from '../tabs.js';
import { TypedMove } from '../typed.js';
import { offerUndo } from '../undo.js';
import { readAddress, writeAddress } from './address.js';
import { Analyst } from './analysis.js';
import { candidates, values } from './candidates.js';
import { Comment } from './comment.js';
import { decodeTree, graft, linesOf } from './compact.js';
import { STANDARD } from './draft.js';
import { Editor } from './editor.js';
import { Engine } from './engine.js';
import { Explorer } from './explorer.js';
import { moveName } from './judgement.js';
import { Keeper } from './keeper.js';
import { asked, know, played, position } from './known.js';
import { MoveList } from './moves.js';
import { Reader } from './reader.js';
import { loadNext, restore, studyOf } from './restore.js';
import { Retry } from './retry.js';
import { Review } from './review.js';
import { showShare } from './share.js';
import { collectionGame } from './sources.js';
import { showStanding } from './standing.js';
import { Steps } from './steps.js';
import { showTitle, titleOf } from './title.js';
import { Study } from './tree.js';

/** @typedef {import('../library/entry.js').Entry} Entry */
/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('./address.js').Tab} Tab */
/** @typedef {import('./compact.js').Branch} Branch */
/** @typedef {import('./sources.js').Source} Source */
/** @typedef {import('./tree.js').Spot} Spot */

/** The pause at a position before it is requested, in milliseconds: holding an arrow key sends one request. */
const REST = 80;

/** The pause before the address is written, in milliseconds: browsers limit how often. */
const ADDRESS_REST = 200;

/** After this many variations the next ones are loaded slowly, below the server's limit. */
const AT_ONCE = 20;
const SLOWLY = 400;

class Page {
  board = byId('board', Board);
  feedback = new Feedback(byId('feedback', HTMLElement));
  analyst = new Analyst();
  library = new Library();
  study = new Study('standard', { board: STANDARD, turn: 'black' });
  /** @type {Source | null} */
  source = null;
  flipped = false;
  /** @type {Tab} */
  tab = 'moves';
  /** The order of variations that are still loading. @type {Branch | undefined} */
  #order;
  /** Whether nobody has moved since the game was opened: then the report shows the turning point. */
  #isFresh = true;
  #hasBegun = false;
  /** Whether the engine was switched on or off by hand. */
  #isEngineChosen = false;
  /** Resolved after the current animation. */
  #settled = Promise.resolve();
  #drawing = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #addressRest;
  /** @type {AbortController | null} */
  #asking = null;
  /** Stops what an earlier game still loads. */
  #opening = new AbortController();
  /** @type {number | null} */
  #frame = null;
  #playing = false;

  constructor() {
    this.engine = new Engine(
      {
        card: byId('engine-card', HTMLElement),
        says: byId('engine-says', HTMLElement),
        report: byId('engine-report', HTMLElement),
        deeper: byId('engine-deeper', HTMLElement),
        list: byId('lines', HTMLElement),
      },
      this.analyst,
      {
        judged: (spot) => this.review.at(spot),
        canUpdate: () => this.review.canUpdate,
        update: () => this.review.update(),
        found: (spot) => this.#found(spot),
        play: (moves) => this.#play(moves),
      },
    );
    this.explorer = new Explorer(
      {
        says: byId('explorer-says', HTMLElement),
        moves: byId('explorer-moves', HTMLElement),
        latest: byId('explorer-latest', HTMLElement),
        games: byId('explorer-games', HTMLElement),
      },
      {
        position: (spot) => asked(this.study, spot.moves),
        values: (spot) => this.#values(spot),
        play: (square) => this.#play([square]),
        open: (id) => this.#attempt(async (signal) => this.load(await collectionGame(id, signal))),
      },
    );
    this.review = new Review(
      {
        graph: byId('graph', HTMLElement),
        numbers: byId('numbers', HTMLElement),
        table: byId('as-table', HTMLElement),
        again: byId('again', HTMLElement),
        turning: byId('turning', HTMLElement),
        report: byId('report', HTMLElement),
        mistakes: byId('mistakes', HTMLElement),
      },
      this.analyst,
      {
        study: () => this.study,
        know: (spot) => know(this.study, spot),
        go: (spot) => this.#go(spot),
        show: (spot) => this.#show(spot),
        line: (spot, moves) => this.#showLine(spot, moves),
        retry: (tasks) => {
          this.review.stop();
          this.retry.begin(tasks);
        },
        changed: () => {
          this.#soon();
          this.#revalue();
        },
        reported: () => this.#toTurningPoint(),
      },
    );
    this.retry = new Retry(byId('retry', HTMLElement), this.analyst, {
      know: (spot) => know(this.study, spot),
      go: (spot) => this.#go(spot),
      play: (moves) => this.#play(moves),
      look: () => this.#lookAtBoard(),
      changed: () => this.#soon(),
      left: () => {
        this.#panels();
        this.#explore();
        this.review.mistakes.focus();
      },
    });
    this.list = new MoveList(
      { sheet: byId('moves', HTMLElement), notes: byId('notes', HTMLElement) },
      {
        go: (spot) => this.#go(spot),
        step: (steps) => this.#step(steps),
        promote: (spot) => this.#rearrange(`Promoted ${moveName(spot)}.`, () => this.study.promote(spot)),
        remove: (spot) => this.#rearrange(`Deleted the variation ${moveName(spot)}.`, () => this.study.remove(spot)),
      },
    );
    this.comment = new Comment(byId('comment', HTMLElement), () => this.#changed());
    this.editor = new Editor(byId('editor', HTMLFormElement), {
      changed: () => {
        this.#draw(false);
        this.#soon();
      },
      done: (draft) => this.#setUp(draft),
      left: () => {
        this.#look(false);
        byId('set-up', HTMLButtonElement).focus();
      },
    });
    byId('typed', HTMLElement).append(new TypedMove(() => this.#legal(), (square) => this.#play([square])).element);
    this.reader = new Reader({ place: byId('reader', HTMLElement), choice: byId('choice', HTMLElement) }, (source, isNext) => this.load(source, isNext));
    this.keeper = new Keeper(this.library, {
      open: () => ({ study: this.study, source: this.source }),
      saved: (entry) => this.#absorb(entry),
      changed: () => {
        this.#writeSoon();
        this.#soon();
      },
    });
    this.shelf = new LibraryPanel(this.library, {
      open: (entry) => this.#attempt((signal) => this.#openEntry(entry, signal)),
      current: () => this.keeper.entry?.id ?? null,
      canSave: () => this.keeper.entry === null && this.study.game.length > 0,
      save: () => this.keeper.save(),
    });
    this.library.onchange((id) => void this.keeper.look(id));
    this.steps = new Steps(byId('steps', HTMLElement), {
      step: (steps) => this.#step(steps),
      turn: () => {
        this.flipped = !this.flipped;
        this.#draw(false);
        this.#writeSoon();
      },
    });
    this.selectTab = tabs(byId('tabs', HTMLElement), (panel) => {
      this.#choose(/** @type {Tab} */ (panel.replace('panel-', '')));
      this.#writeSoon();
    });
    this.#listen();
  }

  /**
   * Opens another game.
   * @param {Source} source
   * @param {boolean} [isNext]  it is from the same text as the last one
   */
  load(source, isNext = false) {
    if (!this.reader.found.includes(source)) this.reader.forget();
    this.#begin(studyOf(source), source, isNext ? { tab: this.tab } : {});
    this.#write('push');
    say(`Loaded: ${titleOf(source)}.`);
  }

  /** Opens what the address says. */
  async arrive() {
    const record = new URLSearchParams(location.search).get('record');
    const fragment = location.hash.slice(1);
    // A link within the page.
    if (this.#hasBegun && fragment !== '' && !fragment.includes('=')) return this.#write('replace');
    if (record !== null && fragment === '') {
      history.replaceState(null, '', location.pathname);
      await this.reader.read(record);
    } else await this.#arriveAt(fragment);
    if (this.#hasBegun) return;
    const problem = byId('position-problem', HTMLElement).textContent;
    this.#begin(new Study('standard', { board: STANDARD, turn: 'black' }), null, {});
    this.#problem(problem);
  }

  /** @param {string} fragment */
  async #arriveAt(fragment) {
    const address = readAddress(fragment);
    if (address === null) return this.#problem('This link is damaged. Copy all of it and try again.');
    await this.#attempt(async (signal) => {
      const entry = address.saved ? await this.library.get(address.saved).catch(() => null) : null;
      await this.#restore(entry ? withEntry(address, entry) : { ...address, saved: undefined }, entry, signal);
    });
  }

  /**
   * @param {Entry} entry
   * @param {AbortSignal} signal
   */
  async #openEntry(entry, signal) {
    await this.#restore(withEntry({}, entry), entry, signal);
    this.#write('push');
    say(`Opened ${entry.name}.`);
  }

  /**
   * @param {Address} address
   * @param {Entry | null} entry  in the library
   * @param {AbortSignal} signal
   */
  async #restore(address, entry, signal) {
    const { study, source } = await restore(address, signal);
    if (signal.aborted) return;
    if (entry !== null) study.place(Object.entries(entry.comments));
    this.flipped = address.flipped ?? this.flipped;
    this.#begin(study, source, { entry, order: address.tree, tab: address.tab });
    this.#isFresh = address.tree === undefined;
    void this.#loadRest(this.#opening.signal);
  }

  /**
   * @param {Study} study
   * @param {Source | null} source
   * @param {{entry?: Entry | null, order?: Branch, tab?: Tab}} more
   */
  #begin(study, source, { entry = null, order, tab }) {
    this.#opening.abort();
    this.#opening = new AbortController();
    this.#hasBegun = true;
    this.retry.reset();
    this.editor.reset();
    this.review.reset(source?.you, source?.players);
    this.keeper.follow(entry);
    [this.study, this.source, this.#order] = [study, source, order];
    this.#isFresh = true;
    this.selectTab(`panel-${tab ?? (study.game.length > 0 ? 'report' : 'moves')}`);
    this.#choose(tab ?? (study.game.length > 0 ? 'report' : 'moves'));
    this.#look(false);
    document.title = `${source === null ? 'Study' : titleOf({ ...source, plies: study.game.flatMap(({ ply }) => ply ?? []) })}: Outflank`;
    if (study.game.length > 0) void this.review.start('quick');
  }

  /** @param {(signal: AbortSignal) => Promise<void>} act */
  async #attempt(act) {
    this.#opening.abort();
    const { signal } = (this.#opening = new AbortController());
    try {
      await act(signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#problem(`The game could not be opened: ${problemOf(error)}.`);
    }
  }

  /** @param {AbortSignal} signal */
  async #loadRest(signal) {
    const { study } = this;
    for (let loaded = 0; study.waiting.length > 0 && !signal.aborted; loaded += 1) {
      if (loaded >= AT_ONCE) await new Promise((done) => setTimeout(done, SLOWLY));
      try {
        await loadNext(study, this.#order, signal);
      } catch (error) {
        if (signal.aborted) return;
        // They stay in the address and in the library.
        this.#problem(`Some variations could not be loaded: ${problemOf(error)}. Reload the page to try again.`);
        return;
      }
      this.#soon();
    }
  }

  /**
   * Takes in what another tab has changed.
   * @param {Entry} entry
   */
  #absorb(entry) {
    const { study } = this;
    const tree = decodeTree(entry.tree, LONGER);
    if (tree === null) return;
    const known = study.comments;
    study.waiting.push(...linesOf(tree.root).filter((line) => study.find(line) === null));
    study.place(Object.entries(entry.comments).filter(([moves]) => !known.has(moves)));
    this.#soon();
    void this.#loadRest(this.#opening.signal);
  }

  #listen() {
    this.board.addEventListener('play', (event) => this.#play([/** @type {CustomEvent} */ (event).detail.square]));
    this.board.addEventListener('square', (event) => this.editor.choose(/** @type {CustomEvent} */ (event).detail.square));
    this.board.addEventListener('armed', (event) => this.feedback.armed(event));
    this.board.addEventListener('illegal', (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      this.feedback.explain(asked(this.study, this.study.spot.moves), square);
    });
    byId('engine', HTMLButtonElement).addEventListener('click', () => {
      this.#isEngineChosen = true;
      this.#switchEngine(!this.engine.on);
    });
    byId('open', HTMLButtonElement).addEventListener('click', () => this.reader.open());
    byId('library', HTMLButtonElement).addEventListener('click', () => this.shelf.open());
    byId('save', HTMLButtonElement).addEventListener('click', () => void this.keeper.save());
    byId('set-up', HTMLButtonElement).addEventListener('click', () => {
      if (this.editor.draft !== null) return this.editor.close();
      const { spot, rules } = this.study;
      this.editor.open({ board: spot.board, turn: spot.known?.turn ?? 'black', rules });
      this.#think();
    });
    document.addEventListener('keydown', (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest('input, textarea, select, [role="grid"], [role="tablist"], dialog, .scroll')) return;
      if (event.key === 'ArrowLeft') this.#step(-1);
      else if (event.key === 'ArrowRight') this.#step(1);
    });
    addEventListener('popstate', () => void this.arrive());
    addEventListener('pagehide', () => {
      this.analyst.stop();
      this.#flush();
    });
    document.addEventListener('visibilitychange', () => document.hidden && this.#flush());
  }

  /** Writes what waits to be written. */
  #flush() {
    if (this.#addressRest !== undefined) this.#write('replace');
    void this.keeper.flush();
  }

  /** A person has changed the study. */
  #changed() {
    this.keeper.touch();
    this.#writeSoon();
    this.#soon();
  }

  #writeSoon() {
    this.#addressRest ??= setTimeout(() => this.#write('replace'), ADDRESS_REST);
  }

  /** @param {'push' | 'replace'} how */
  #write(how) {
    clearTimeout(this.#addressRest);
    this.#addressRest = undefined;
    const { fragment } = this.#address(true);
    const address = `${location.pathname}${fragment === '' ? '' : `#${fragment}`}`;
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }

  /** @param {boolean} isOwn  for this browser, not to be sent */
  #address(isOwn) {
    const { study, source, tab, flipped } = this;
    const { spot, rules, start, supply } = study;
    const { root } = study.sketch();
    const isEmpty = study.game.length === 0;
    const isElsewhere = source?.id !== undefined || source?.collected !== undefined;
    return writeAddress({
      game: source?.id,
      collected: source?.collected,
      saved: isOwn ? this.keeper.entry?.id : undefined,
      rules,
      start,
      supply,
      ...(!isElsewhere && { players: source?.players, title: source?.title ?? undefined, margin: source?.result?.margin }),
      tree: root,
      at: spot.path.flatMap(({ ply }) => ply?.square ?? []),
      passed: spot.ply !== null && spot.ply.square == null,
      tab: isEmpty && tab === 'moves' ? undefined : tab,
      flipped,
    });
  }

  /** @param {Tab} tab */
  #choose(tab) {
    this.tab = tab;
    if (tab === 'engine' && !this.#isEngineChosen) this.#switchEngine(true);
    this.#explore();
    this.#draw(false);
    this.#soon();
  }

  /** @param {boolean} on */
  #switchEngine(on) {
    this.engine.on = on;
    byId('engine', HTMLButtonElement).setAttribute('aria-checked', String(on));
    this.#think();
    this.#draw(false);
  }

  /** @param {number} steps */
  #step(steps) {
    if (this.editor.draft !== null || this.retry.active) return;
    const { spot } = this.study;
    this.study.step(steps);
    if (this.study.spot !== spot) this.#moved(steps === 1);
  }

  /** @param {Spot} spot */
  #go(spot) {
    const forward = spot.parent === this.study.spot;
    this.study.go(spot);
    this.#moved(forward);
  }

  /**
   * Shows the position before a move, where its value and the best one are on the squares.
   * @param {Spot} spot
   */
  #show(spot) {
    this.#go(spot.parent ?? spot);
    this.#reveal();
  }

  /**
   * Adds a line to the position before a move and shows its first move.
   * @param {Spot} spot
   * @param {string[]} moves
   */
  async #showLine(spot, moves) {
    const squares = moves.filter((move) => move !== 'pass');
    const { study } = this;
    study.go(spot.parent ?? spot);
    await this.#play(squares, 1);
    this.#reveal();
  }

  #toTurningPoint() {
    const { turned } = this.review;
    if (!this.#isFresh || turned === null || this.retry.active || this.editor.draft !== null) return;
    this.study.go(turned.played.parent ?? turned.played);
    this.#look(false);
    this.#writeSoon();
  }

  /** Scrolls to the board where it is above the tabs. */
  #reveal() {
    if (matchMedia('(min-width: 68.01rem)').matches) return;
    this.board.scrollIntoView({ block: 'nearest', behavior: motion() ? 'smooth' : 'auto' });
  }

  /**
   * @param {string} text
   * @param {() => (() => void) | null} act  returns what undoes it
   */
  #rearrange(text, act) {
    const show = (/** @type {string} */ before) => {
      // Another main line needs another report.
      if (this.#mainLine() !== before) {
        this.review.reset(this.source?.you, this.source?.players);
        void this.review.start('quick');
      }
      this.#look(false);
      this.#changed();
    };
    const before = this.#mainLine();
    const undo = act();
    if (undo === null) return;
    show(before);
    // The list is drawn again first, so that the focus finds the button.
    this.#panels();
    offerUndo(text, () => {
      const now = this.#mainLine();
      undo();
      show(now);
    });
  }

  #mainLine() {
    return this.study.game.map(({ ply }) => ply?.square).join(' ');
  }

  /** @param {boolean} animate */
  #moved(animate) {
    const { ply, board } = this.study.spot;
    const { black, white } = count(board);
    const who = ply?.by === 'black' ? 'Black' : 'White';
    const what = ply === null ? 'Start' : `${who} ${ply.square ?? 'passes'}`;
    this.#isFresh = false;
    // While retrying, only questions and verdicts are announced.
    if (!this.retry.active) say(`${what}. ${black} to ${white}.`);
    this.feedback.clear();
    this.#look(animate);
    this.#writeSoon();
  }

  /**
   * @param {string[]} moves
   * @param {number} [shown]  the number of moves after which the board stays; the others are a line to step through
   */
  async #play(moves, shown = moves.length) {
    if (this.#playing || this.editor.draft !== null) return;
    this.#playing = true;
    const { study } = this;
    const { spot } = study;
    this.#problem('');
    try {
      const answer = await played(study, [spot.moves, ...moves].join(' ').trim());
      if (this.study !== study || study.spot !== spot) return;
      study.add(answer.plies);
      study.spot.known = answer;
      if (shown < moves.length) study.step(shown - moves.length);
      this.#moved(shown === 1);
      if (this.retry.asks(spot)) this.retry.judge(moves[0], study.spot);
      else if (!this.retry.active && shown === moves.length) this.#changed();
    } catch (error) {
      this.#problem(`${moves[0]} was not played: ${problemOf(error)}.`);
    } finally {
      this.#playing = false;
    }
  }

  #legal() {
    const { known } = this.study.spot;
    if (known === null) return { wrong: 'The legal moves are still loading.' };
    if (known.over != null) return { wrong: 'The game is over.' };
    return { squares: known.legal.map(({ square }) => square) };
  }

  /** @param {import('./draft.js').Draft} draft */
  async #setUp({ board, turn, rules }) {
    const answer = await position({ rules, board, turn, moves: '' });
    const study = new Study(rules, answer.start, answer.plies);
    study.step(Infinity);
    study.spot.known = answer;
    this.reader.forget();
    this.#begin(study, null, { tab: 'moves' });
    this.#write('push');
  }

  /** @param {Spot} spot  about which the engine has found something out */
  async #found(spot) {
    // The board draws after the animation, and the panel shows the same values.
    await this.#settled;
    if (spot !== this.study.spot) return;
    this.engine.show(spot);
    this.#revalue();
  }

  /** Draws the values on the squares and in the explorer. */
  #revalue() {
    this.#draw(false);
    if (this.tab === 'explorer' && !this.retry.active) this.explorer.again(this.study.spot);
  }

  /** @param {boolean} animate */
  #look(animate) {
    const { spot } = this.study;
    this.#asking?.abort();
    clearTimeout(this.#rest);
    this.#problem('');
    this.#draw(animate);
    this.#soon();
    if (spot.known !== null) {
      this.#explore();
      return this.#think();
    }
    this.engine.rest();
    const { signal } = (this.#asking = new AbortController());
    this.#rest = setTimeout(async () => {
      try {
        await know(this.study, spot, signal);
        if (this.study.spot !== spot) return;
        this.#draw(false);
        this.#soon();
        this.#explore();
        this.#think();
      } catch (error) {
        if (!signal.aborted) this.#problem(`The legal moves could not be loaded: ${problemOf(error)}.`);
      }
    }, REST);
  }

  /** Known moves would give away the solution of a mistake that is retried. */
  #explore() {
    if (this.tab === 'explorer' && !this.retry.active) void this.explorer.look(this.study.spot);
  }

  #think() {
    const { engine, review, retry } = this;
    const { spot } = this.study;
    if (!engine.on || this.editor.draft !== null) {
      engine.rest();
      return engine.show(spot);
    }
    if (review.running) return engine.show(spot, review.report === null ? 'Analyzing the game first.' : 'Updating the report…');
    if (retry.active) return engine.rest();
    engine.think(spot);
  }

  /** @param {boolean} animate */
  async #draw(animate) {
    const drawing = (this.#drawing += 1);
    if (!animate) await this.#settled;
    if (drawing !== this.#drawing) return;
    const { draft } = this.editor;
    if (draft !== null) {
      this.board.show({
        discs: draft.board,
        turn: draft.turn,
        editable: true,
        flipped: this.flipped,
        label: 'Board to set up',
      });
      return;
    }
    const { spot } = this.study;
    const { known } = spot;
    const judgement = this.review.at(spot);
    const isShown = (this.engine.on || (this.tab === 'report' && judgement !== null)) && !this.retry.active;
    // While retrying, moves are allowed only in the position of the question.
    const playable = known !== null && known.over == null && (!this.retry.active || this.retry.asks(spot));
    this.#settled = this.board.show({
      discs: spot.board,
      legal: playable ? known.legal : [],
      last: spot.last,
      turn: known?.turn,
      values: isShown ? this.#values(spot) : undefined,
      played: isShown ? judgement?.played : undefined,
      playable,
      flipped: this.flipped,
      animate,
      label: 'Board',
    });
  }

  /** @param {Spot} spot */
  #values(spot) {
    const judgement = this.review.at(spot);
    const turn = spot.known?.turn ?? judgement?.by ?? 'black';
    return values(candidates(judgement, spot.analysis, turn), turn);
  }

  #lookAtBoard() {
    this.board.focus({ preventScroll: true });
    this.#reveal();
  }

  /** @param {string} text */
  #problem(text) {
    byId('position-problem', HTMLElement).textContent = text;
  }

  /** Draws the panels in the next frame, once for many changes. */
  #soon() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#panels();
    });
  }

  #panels() {
    const { study, source, keeper } = this;
    const { draft } = this.editor;
    const { spot, rules } = study;
    const { known } = spot;
    byId('main', HTMLElement).classList.toggle('editing', draft !== null);
    // The other panels would give away the solution.
    byId('main', HTMLElement).classList.toggle('retrying', this.retry.active);
    showTitle({ title: byId('title', HTMLElement), facts: byId('facts', HTMLElement) }, source, study);
    showStanding(byId('standing', HTMLElement), spot, draft);
    this.steps.show(study);
    const isEmpty = study.game.length === 0;
    byId('reader', HTMLElement).hidden = !isEmpty || source !== null;
    for (const id of ['moves', 'comment', 'keep']) byId(id, HTMLElement).hidden = isEmpty;
    this.list.show(study, this.review.judged);
    this.comment.show(spot);
    byId('keeping', HTMLElement).textContent = keeper.problem || (keeper.entry ? `Saved in your library as “${keeper.entry.name}”.` : 'Not in your library yet.');
    byId('save', HTMLElement).hidden = keeper.entry !== null;
    this.review.show();
    this.retry.show();
    if (this.tab === 'share') {
      const { fragment, isWhole } = this.#address(false);
      const link = `${location.origin}/study#${fragment}`;
      const sgf = () => toSgf({ ...placeOf(source), ...contentOf(study, source) });
      showShare(byId('share', HTMLElement), known && { link, isWhole, record: known.record, sgf, rules, id: source?.id, over: known.over != null });
    }
    this.#think();
  }
}

/**
 * The address of a saved game: its tree, and the lines of the address that it does not have.
 * @param {Address} address
 * @param {Entry} entry
 * @returns {Address}
 */
function withEntry(address, entry) {
  const root = decodeTree(entry.tree, LONGER)?.root;
  if (root !== undefined && address.tree !== undefined) for (const line of linesOf(address.tree)) graft(root, line);
  const { id, rules, start, supply, players } = entry;
  return {
    ...address,
    saved: id,
    rules,
    start,
    supply,
    players,
    title: entry.title ?? undefined,
    margin: entry.margin ?? undefined,
    game: entry.game ?? undefined,
    collected: entry.collected ?? undefined,
    tree: root ?? address.tree,
  };
}

followRequests();
void new Page().arrive();
