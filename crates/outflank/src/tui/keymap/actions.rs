//! The one table of actions, keys and texts. Every screen offers some of these actions.

use crossterm::event::KeyCode::{
    BackTab, Backspace, Delete, Down, End, Enter, Esc, F, Home, Insert, Left, PageDown, PageUp, Right, Tab, Up,
};

use super::Press;

#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) action: Action,
    pub(crate) keys: &'static [Press],
    /// In the palette.
    pub(crate) name: &'static str,
    /// In help and in the manual page.
    pub(crate) does: &'static str,
}

const fn key(code: crossterm::event::KeyCode) -> Press {
    Press::key(code)
}

const fn c(character: char) -> Press {
    Press::char(character)
}

macro_rules! actions {
    ($($action:ident [$($key:expr),*] $name:literal $does:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Action { $($action),* }

        /// In the order of the enum.
        pub(crate) static TABLE: &[Entry] =
            &[$(Entry { action: Action::$action, keys: &[$($key),*], name: $name, does: $does }),*];
    };
}

actions! {
    Up [key(Up), c('k')] "Up" "up";
    Down [key(Down), c('j')] "Down" "down";
    Left [key(Left), c('h')] "Left" "left; previous value or move";
    Right [key(Right), c('l')] "Right" "right; next value or move";
    PageUp [key(PageUp)] "Page up" "page up";
    PageDown [key(PageDown)] "Page down" "page down";
    First [key(Home)] "First" "first line or position";
    Last [key(End)] "Last" "last line or position";
    Do [key(Enter), c(' ')] "Do it" "play the square, choose, continue, or confirm; a click does the same";
    Back [key(Esc)] "Back" "back one step, or no";
    NextGroup [key(Tab)] "Next group" "next panel, group or side";
    PreviousGroup [key(BackTab)] "Previous group" "previous panel, group or side";

    Help [c('?'), key(F(1))] "Keys" "the keys of this screen";
    Palette [Press::ctrl('p')] "Find an action" "find an action by name";
    Search [c('/')] "Search" "search";
    Theme [c('t')] "Next theme" "next theme";
    Redraw [Press::ctrl('l')] "Redraw" "redraw the screen";
    Suspend [Press::ctrl('z')] "Suspend" "suspend to the shell";
    Quit [c('q'), Press::ctrl('c')] "Quit" "quit; asks if that interrupts a game";

    Hint [c('i')] "Hint" "hint, or the answer";
    Undo [c('u')] "Undo" "undo";
    Redo [c('r')] "Redo" "redo";
    Next [c('n')] "Next" "next game, puzzle, mistake or step";
    Previous [c('p')] "Previous" "previous mistake or step";
    Pause [c('z')] "Pause or continue" "pause or continue";
    Step [c('.')] "Single step" "one move at a time";
    Slower [c('<')] "Slower" "slower";
    Faster [c('>')] "Faster" "faster";
    Resign [c('w')] "Resign" "resign";
    More [c('+'), c('=')] "More" "a larger panel";
    Less [c('-')] "Less" "a smaller panel";
    Rematch [] "Rematch" "rematch, with colours switched";
    NextLevel [] "Next level" "next level, after a win";
    Marks [c('m')] "Legal moves" "show or hide legal moves";
    Turn [c('v')] "Turn the board" "turn the board";
    Save [c('s')] "Save" "save";
    Open [c('o')] "Library" "open the library";
    OpenFile [Press::ctrl('o')] "Open a file" "open any file";
    Import [key(F(5)), key(Insert)] "Import" "import a file or folder into the library";
    Tag [c('#')] "Tags" "edit the tags of a game";
    Sort [c('Q')] "Sort" "sort by date, players, result or opening";
    Problems [] "Unreadable files" "list what could not be read";
    Copy [c('y')] "Copy the moves" "copy the moves";
    Delete [key(Delete)] "Delete" "delete";
    Rename [key(F(2))] "Rename" "rename";
    Clear [Press::ctrl('u')] "Clear" "clear the line or the board";

    Study [c('x')] "Study" "study this game or position";
    Retry [c('R')] "Retry" "retry the mistakes, the line or the step";
    PlayOn [c('P')] "Play on from here" "play on from here";
    Line [c('L')] "Best line" "show the engine's line, or the best line";
    Update [c('U')] "Update the report" "update the report with more effort";
    Practise [c('T')] "Practise a theme" "puzzles about a theme, such as your mistakes";
    Report [c('S')] "Report" "show the report";
    Worst [c('W')] "Worst mistake" "worst mistake, next worst";
    Explorer [c('X')] "Games with this position" "games with this position";
    Engine [c('I')] "Engine on or off" "turn the engine on or off";
    Comment [c(';')] "Comment on the move" "comment on the move";
    Promote [c('^')] "Promote the variation" "promote the variation";
    LeaveVariation [key(Backspace)] "Leave the variation" "leave the variation";
    ReadText [c('V')] "Read the text" "read the whole text";

    Continue [c('Y')] "Continue" "continue the unfinished game";
    NewGame [c('N')] "New game" "new game";
    Learn [c('H')] "How to play" "learn the rules in three minutes";
    Watch [c('E')] "Watch engine against engine" "watch engine against engine";
    Puzzles [c('Z')] "Puzzles" "puzzles";
    Openings [c('O')] "Openings" "play an opening from memory";
    Progress [c('M')] "Your progress" "your answers in the last four weeks, and what is left to learn";
    Kind [c('K')] "Kind of puzzle" "next kind of puzzle";
    Difficulty [c('J')] "Difficulty" "change the difficulty";
    SetUp [] "Set up a board" "set up a board";
    StandardBoard [] "Standard position" "the standard position";
}

impl Action {
    pub(crate) fn entry(self) -> &'static Entry {
        &TABLE[self as usize]
    }
}
