// The types of the API, written by `cargo xtask wire-types`. Don't edit this file.

export type Color = 'black' | 'white';
export type GameStatus = 'waiting' | 'running' | 'paused' | 'over' | 'cancelled';
export type Termination = 'played_out' | 'resigned' | 'draw_agreed' | 'time_out' | 'abandoned';

export type Ack = { id: string; number: number; state: State };
export type AnalysisLine = { waiting: number } | Found | Problem;
export type AnalyzeRequest = { depth?: number | null; lines?: number; record: string; seconds?: number };
export type AnswerRequest = {
  day: number;
  difficulty?: number | null;
  kind?: PuzzleKind | null;
  move?: string | null;
  progress?: Record<string, unknown> | null;
  puzzle: string;
  theme?: string | null;
};
export type AnswerVerdict = {
  best: string;
  loss?: number | null;
  moves: ScoredMove[];
  progress: Record<string, unknown>;
  right: boolean;
  standing: DrillStanding;
  themes?: string[];
};
export type Both_Option_Gone = { black: null | { claim_in: number; since: number }; white: null | { claim_in: number; since: number } };
export type Both_Option_String = { black: null | string; white: null | string };
export type Both_Player = {
  black: { joined: boolean; kind: PlayerKind; level?: number | null; name?: string | null; open: boolean; tag?: string | null };
  white: { joined: boolean; kind: PlayerKind; level?: number | null; name?: string | null; open: boolean; tag?: string | null };
};
export type Both_RecordPlayer = {
  black: { kind: PlayerKind; level?: number | null; name?: string | null };
  white: { kind: PlayerKind; level?: number | null; name?: string | null };
};
export type Both_String = { black: string; white: string };
export type Both_u8 = { black: number; white: number };
export type BySeat = { black?: string | null; watch?: string | null; white?: string | null };
export type Chat = { lines: ChatMessage[] };
export type ChatMessage = { at: number; by: Color; number: number; text: string; type: 'chat' };
export type ChatRequest = { text: string };
export type ClientMessage = CommandRequest & { type: 'command' } | ChatRequest & { type: 'chat' } | { type: 'ping' };
export type ClockFace = { black: number; running?: Color | null; white: number };
export type ClockSetting = { delay?: number | null; increment?: number | null; main: number };
export type CollectionGame = ReadGame & { event?: string | null; year?: number | null };
export type CommandRequest = Order & { as?: Color | null; id: string; seen: number };
export type Created = { id: string; links: BySeat; tokens: BySeat; you: Color[] };
export type DeviceRequest = { token: string };
export type DrillStanding = { due: number; learning: number; level: number; longest: number; puzzles: number; solved: number; streak: number };
export type EffortName = 'quick' | 'standard' | 'deep';
export type EventEntry = EventKind & { number: number };
export type EventKind =
  | { by: Color; event: 'joined'; name?: string | null; tag?: string | null }
  | { by: Color; event: 'cancelled' }
  | { at: number; event: 'opened' }
  | { at: number; by: Color; event: 'played'; flips: string[]; square: string }
  | { by: Color; event: 'passed' }
  | { by: Color; event: 'draw_offered' }
  | { by: Color; event: 'draw_declined' }
  | { by: Color; event: 'takeback_asked' }
  | { by: Color; event: 'takeback_declined' }
  | { at: number; by: Color; event: 'taken_back'; placements: number }
  | { by: Color; event: 'rematch_offered' }
  | { by: Color; event: 'rematch_declined' }
  | { event: 'rematch_agreed' }
  | { at: number; by: Color; event: 'left' }
  | { at: number; by: Color; event: 'returned' }
  | { at: number; event: 'paused' }
  | { at: number; event: 'resumed' }
  | { at: number; event: 'ended'; how: Termination; winner?: Color | null }
  | { event: 'continued'; game: string };
export type ExploreAnswer = Results & { collection: number; latest: PlayedGame[]; moves: PlayedMove[] };
export type Found = { confidence: number; depth: number; done?: boolean; exact: boolean; lines: FoundLine[]; ms: number; nodes: number };
export type FoundLine = { bound: string; moves: string; score: number };
export type FullGame = {
  clock?: ClockSetting | null;
  created: number;
  id: string;
  players: Both_Player;
  plies: Ply[];
  public: boolean;
  rematch_of?: string | null;
  rules: string;
  start: Start;
  state: State;
  takebacks: TakebackSetting;
  type: 'full';
  you: Color[];
};
export type GameList = { before?: string | null; games: ListedGame[] };
export type GameRecord = {
  began?: number | null;
  clock?: ClockSetting | null;
  created: number;
  ended?: number | null;
  id: string;
  opening?: string | null;
  players: Both_RecordPlayer;
  plies: RecordPly[];
  result?: GameResult | null;
  rules: string;
  start: Start;
  supply?: Both_u8 | null;
};
export type GameResult = { discs: Both_u8; how: Termination; winner?: Color | null };
export type HeldSeats = { watch: boolean; you: Color[] };
export type Invitation = { link: string; token: string };
export type InviteRequest = { seat: SeatName };
export type JoinRequest = { name?: string | null };
export type LegalMove = { flips: string[]; square: string };
export type LessonRequest = { day: number; progress?: Record<string, unknown> | null; side: Color; text?: string | null };
export type LessonStanding = { due: number; learning: number; lessons: number; solved: number };
export type LessonStep = {
  answer?: string | null;
  expected?: string | null;
  known_as?: string | null;
  leads_to: string[];
  moves: string;
  opening: NamedLine;
  position: StudyPosition;
  progress: Record<string, unknown>;
  standing: LessonStanding;
  step: StepKind;
};
export type LevelList = { levels: ListedLevel[] };
export type ListMessage = { games: ListedGame[]; type: 'games' } | { game: ListedGame; type: 'game' } | { id: string; type: 'gone' };
export type ListedGame = {
  board: string;
  clock?: ClockSetting | null;
  created: number;
  discs: Both_u8;
  id: string;
  placements: number;
  players: Both_Player;
  result?: GameResult | null;
  rules: string;
  start: string;
  status: GameStatus;
  turn: Color;
  updated: number;
  watchers?: number | null;
  you: Color[];
};
export type ListedLevel = { description: string; name: string; number: number };
export type MoveWarning = { exact: boolean; loss: number; text: string };
export type NamedLine = { games?: number | null; length: number; moves: string; name: string };
export type NextLesson = { opening?: NamedLine | null; standing: LessonStanding };
export type NextPuzzle = { puzzle?: ShownPuzzle | null; standing: DrillStanding };
export type NextRequest = {
  day: number;
  difficulty?: number | null;
  kind?: PuzzleKind | null;
  progress?: Record<string, unknown> | null;
  theme?: string | null;
};
export type Offers = { draw?: Color | null; rematch?: Color | null; takeback?: Color | null };
export type OneTimeLink = { expires_in: number; link: string; token: string };
export type OpeningList = { openings: NamedLine[] };
export type Order =
  | { command: 'play'; square: string }
  | { command: 'resign' }
  | { command: 'offer_draw' }
  | { command: 'accept_draw' }
  | { command: 'decline_draw' }
  | { command: 'take_back' }
  | { command: 'accept_takeback' }
  | { command: 'decline_takeback' }
  | { command: 'offer_rematch' }
  | { command: 'accept_rematch' }
  | { command: 'decline_rematch' }
  | { command: 'claim' }
  | { command: 'cancel' };
export type OrderAnswer = { reports: string[]; unread: string[] };
export type OrderRequest = {
  effort?: EffortName | null;
  game?: string | null;
  level?: number | null;
  record?: string | null;
  seconds?: number | null;
};
export type OrderState =
  | { before: number; status: 'waiting' }
  | { percent: number; status: 'running' }
  | { report: Report; status: 'done' }
  | { message: string; status: 'given_up' };
export type PlayOutEnding = { margin: number; promised: number; text: string };
export type PlayOutMove = 'only' | 'best' | 'keeps' | 'throws_away';
export type PlayOutRequest = { move?: string | null; moves?: string | null; puzzle: string; show?: boolean };
export type PlayOutState = {
  ending?: PlayOutEnding | null;
  moves: string;
  position: StudyPosition;
  replies?: string | null;
  verdict?: PlayOutVerdict | null;
};
export type PlayOutVerdict = { best: ScoredMove; kind: PlayOutMove; played: ScoredMove; text: string };
export type PlayedGame = {
  event: string;
  id?: string | null;
  margin?: number | null;
  players: Both_String;
  square?: string | null;
  year?: number | null;
};
export type PlayedMove = Results & { opening?: string | null; square: string; years?: number[] | null };
export type PlayerKind = 'human' | 'engine';
export type Ply = { by: Color; flips: string[]; square?: string | null };
export type PositionRequest = { board?: string | null; moves?: string | null; rules?: string | null; supply?: Both_u8 | null; turn?: Color | null };
export type Problem = { error: Trouble; message: string; state?: State | null };
export type Proposal = {
  black?: string;
  clock?: ClockSetting | null;
  name?: string | null;
  public?: boolean | null;
  rules?: string;
  shuffle?: boolean;
  start?: StartSetting;
  takebacks?: TakebackSetting | null;
  white?: string;
};
export type PuzzleKind = 'endgame' | 'opening';
export type QrRequest = { text: string };
export type ReadAnswer = { format: string; games: ReadGame[]; more: number; unread: string[] };
export type ReadGame = {
  opening?: string | null;
  players: Both_Option_String;
  plies: Ply[];
  result?: ReadResult | null;
  rules: string;
  start: Start;
  supply?: Both_u8 | null;
  text: string;
  title?: string | null;
};
export type ReadRequest = { rules?: string | null; text: string };
export type ReadResult = { margin: number; winner?: Color | null };
export type RecordPly = { by: Color; flips: string[]; left?: number | null; square?: string | null; time?: number | null };
export type Refusal = Problem & { id?: string | null; status: number };
export type Removed = { message: string; type: 'removed' };
export type Reply = { id: string; number: number; type: 'ack' } | Refusal & { type: 'refused' } | { at: number; type: 'pong' };
export type Report = {
  accuracy: ReportByColor_of_Phases;
  date?: string | null;
  effort?: string | null;
  event?: string | null;
  exact_from?: ReportMoveNumber | null;
  game: string;
  known_play?: ReportKnownPlay | null;
  moves: ReportJudgedMove[];
  opening?: ReportOpening | null;
  outflank_report: ReportVersion;
  players: ReportByColor_of_Nullable_string;
  result?: ReportGameResult | null;
  rules: ReportRules;
  story?: string[];
  takeaways?: ReportByColor_of_Takeaways | null;
  turned?: ReportTurn | null;
};
export type ReportByColor_of_Nullable_string = { black?: string | null; white?: string | null };
export type ReportByColor_of_Phases = { black: ReportPhases; white: ReportPhases };
export type ReportByColor_of_Takeaways = { black: ReportTakeaways; white: ReportTakeaways };
export type ReportColor = 'black' | 'white';
export type ReportEnding = 'board' | 'resignation' | 'time' | 'agreement';
export type ReportGameResult = { how: ReportEnding; margin: number };
export type ReportGrade = 'best' | 'slip' | 'mistake' | 'blunder';
export type ReportJudgedMove = {
  best: ReportSquare;
  best_line?: string | null;
  best_score: number;
  by: ReportColor;
  depth: number;
  exact: boolean;
  grade: ReportGrade;
  line?: string | null;
  loss: number;
  loss_error?: number | null;
  number: number;
  played: ReportSquare;
  ply: number;
  reasons?: ReportReasonText[];
  score: number;
  sentence?: string | null;
  sign?: string | null;
  theory?: ReportTheoryMove | null;
};
export type ReportKnownPlay = { games: number; left_with?: ReportSquare | null; placements: number; usual?: ReportUsual | null };
export type ReportMoveNumber = { number: number; ply: number };
export type ReportOpening = { name: string; placements: number };
export type ReportPhases = { endgame: ReportQuality; midgame: ReportQuality; opening: ReportQuality; whole: ReportQuality };
export type ReportQuality = { blunders: number; mean_loss?: number | null; mistakes: number; moves: number; percent?: number | null };
export type ReportReasonText = { kind: string; text: string; theme?: ReportTheme | null };
export type ReportRules = 'standard' | 'orthogonal' | 'thirty' | 'shellos';
export type ReportSquare = string;
export type ReportTakeaways = { costliest?: number[]; practise?: ReportTheme | null; praise?: string[] };
export type ReportTheme =
  | 'wipe-out'
  | 'corner'
  | 'pass'
  | 'tempo'
  | 'parity'
  | 'edge'
  | 'wedge'
  | 'counting'
  | 'stability'
  | 'mobility'
  | 'access';
export type ReportTheoryMove = { games: number; games_since_2000: number; percent: number };
export type ReportTurn = { number: number; ply: number; sentence: string };
export type ReportUsual = { games: number; move: ReportSquare };
export type ReportVersion = 1;
export type Results = { draws: number; games: number; losses: number; mean?: number | null; wins: number };
export type ReviewLine = { waiting: number } | ReportJudgedMove | Problem | { done: boolean; report: Report };
export type ReviewRequest = { effort?: EffortName | null; record: string; seconds?: number | null };
export type ScoredMove = { score: number; square: string };
export type SeatName = 'black' | 'white' | 'watch';
export type SeatRequest = { token: string };
export type ShownPuzzle = {
  difficulty: number;
  id: string;
  kind: PuzzleKind;
  moves: string;
  opening?: string | null;
  position: StudyPosition;
  source: string;
  task: string;
};
export type Site = { addresses: string[]; public_url?: string | null; reachable: boolean };
export type Start = { board: string; turn: Color };
export type StartSetting = 'initial' | 'xot' | { handicap: number } | { record: string };
export type State = {
  at: number;
  board: string;
  clocks?: ClockFace | null;
  discs: Both_u8;
  events: EventEntry[];
  gone: Both_Option_Gone;
  legal: LegalMove[];
  moves: string;
  number: number;
  offers: Offers;
  opening?: string | null;
  opening_moves?: number | null;
  rematch?: string | null;
  removed_at?: number | null;
  result?: GameResult | null;
  status: GameStatus;
  supply?: Both_u8 | null;
  turn: Color;
  type: 'state';
};
export type StepKind = 'waiting' | 'right' | 'done' | 'left' | 'shown';
export type StepRequest = {
  day: number;
  failed?: boolean;
  move?: string | null;
  moves?: string | null;
  opening: string;
  progress?: Record<string, unknown> | null;
  show?: boolean;
  side: Color;
};
export type StudyOver = { discs: Both_u8; winner?: Color | null };
export type StudyPosition = {
  board: string;
  discs: Both_u8;
  legal: LegalMove[];
  opening?: string | null;
  over?: StudyOver | null;
  plies: Ply[];
  record: string;
  rules: string;
  start: Start;
  supply?: Both_u8 | null;
  turn: Color;
};
export type TakebackSetting = 'never' | 'asked' | 'free';
export type TakenOver = { games: number };
export type TodaysPuzzle = { date: string; puzzle: ShownPuzzle };
export type Told = FullGame | State | ChatMessage | Watchers | Removed;
export type Trouble =
  | 'bad_request'
  | 'unknown_number'
  | 'no_such_secret'
  | 'watching'
  | 'not_yours'
  | 'foreign_origin'
  | 'not_found'
  | 'method_not_allowed'
  | 'stale'
  | 'not_now'
  | 'not_your_turn'
  | 'seat_taken'
  | 'too_large'
  | 'not_json'
  | 'illegal'
  | 'id_reused'
  | 'unusable'
  | 'unreadable_progress'
  | 'too_many'
  | 'internal'
  | 'unavailable';
export type TryAnswer = {
  hint: string[];
  moves: string;
  plies: Ply[];
  position: StudyPosition;
  sentence: string;
  task?: string | null;
  verdict: TryVerdict;
};
export type TryRequest = { move: string; moves?: string; step: number };
export type TryVerdict = 'illegal' | 'wrong' | 'right';
export type Tutorial = { closing: string; steps: TutorialStep[]; title: string };
export type TutorialStep = { number: number; position: StudyPosition; task: string; text: string; title: string };
export type WarnAnswer = { warning?: MoveWarning | null };
export type WarnRequest = { position: PositionRequest; square: string; tolerance?: number };
export type Watchers = { count: number; type: 'watchers' };
export type WhyAnswer = { legal: boolean; sentence?: string | null };
export type WhyRequest = { position: PositionRequest; square: string };
