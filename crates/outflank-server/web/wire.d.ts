// The messages of docs/guide/api.md, as the page reads and writes them.

export type Color = 'black' | 'white';
export type Both<T> = Record<Color, T>;
export type Ply = { by: Color; square: string | null; flips: string[] };
export type Legal = { square: string; flips: string[] };
export type Start = { board: string; turn: Color };
export type Clock = { main: number; increment?: number; delay?: number };
export type Player = { kind: 'human' | 'engine'; level?: number; name: string | null; tag?: string; joined: boolean; open: boolean };
export type How = 'played_out' | 'resigned' | 'draw_agreed' | 'time_out' | 'abandoned';
export type Result = { winner: Color | null; how: How; discs: Both<number> };
export type Offer = 'draw' | 'takeback' | 'rematch';

export type GameEvent = { number: number } & (
  | { event: 'joined'; by: Color; name: string | null; tag?: string }
  | { event: 'played'; by: Color; square: string; flips: string[]; at: number }
  | { event: 'taken_back'; by: Color; placements: number }
  | { event: 'ended'; how: How; winner: Color | null }
  | { event: 'continued'; game: string }
  | { event: 'cancelled' | 'opened' | 'paused' | 'resumed' | 'rematch_agreed' }
  | {
      event:
        | 'passed'
        | 'draw_offered'
        | 'draw_declined'
        | 'takeback_asked'
        | 'takeback_declined'
        | 'rematch_offered'
        | 'rematch_declined'
        | 'left'
        | 'returned';
      by: Color;
    }
);

export type State = {
  type: 'state';
  number: number;
  at: number;
  status: 'waiting' | 'running' | 'paused' | 'over' | 'cancelled';
  events: GameEvent[];
  moves: string;
  board: string;
  turn: Color;
  discs: Both<number>;
  supply: Both<number> | null;
  legal: Legal[];
  clocks: (Both<number> & { running: Color | null }) | null;
  offers: Record<Offer, Color | null>;
  gone: Both<{ since: number; claim_in: number } | null>;
  opening: string | null;
  result: Result | null;
  rematch: string | null;
};

export type Full = {
  type: 'full';
  id: string;
  rules: string;
  public: boolean;
  takebacks: 'never' | 'asked' | 'free';
  created: number;
  clock: Clock | null;
  start: Start;
  players: Both<Player>;
  you: Color[];
  rematch_of: string | null;
  plies: Ply[];
  state: State;
};

export type Links = Both<string | null> & { watch: string | null };

export type Order =
  | { command: 'play'; square: string; as?: Color }
  | {
      command:
        | 'resign'
        | 'offer_draw'
        | 'accept_draw'
        | 'decline_draw'
        | 'take_back'
        | 'accept_takeback'
        | 'decline_takeback'
        | 'offer_rematch'
        | 'accept_rematch'
        | 'decline_rematch'
        | 'claim'
        | 'cancel';
      as?: Color;
    };
export type Command = { type: 'command'; id: string; seen: number } & Order;
export type Refusal = { type: 'refused'; id: string | null; status: number; error: string; message: string; state?: State };
export type Line = { type: 'chat'; number: number; by: Color; at: number; text: string };

export type Message =
  | Full
  | State
  | Refusal
  | Line
  | { type: 'ack'; id: string; number: number }
  | { type: 'watchers'; count: number }
  | { type: 'pong'; at: number };

/** How well some moves were played. */
export type Quality = { moves: number; percent?: number; mean_loss?: number; mistakes: number; blunders: number };
export type Phases = Record<'whole' | 'opening' | 'midgame' | 'endgame', Quality>;

/** What a game has to teach: the parts of a report that the page reads. */
export type Report = {
  opening?: { name: string; placements: number };
  moves: { ply: number }[];
  accuracy: Both<Phases>;
  exact_from?: { ply: number; number: number };
  turned?: { ply: number; number: number; sentence: string };
};
