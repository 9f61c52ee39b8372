//! What comes from outside: the terminal and the system, each listened to on a thread of its own.

use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::Sender;

use crate::tui::app::event::{Deed, Event, Id, Mouse, Size};
use crate::tui::keymap::Press;

#[cfg(not(unix))]
use std::thread;

use crossterm::event::{self, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

/// What the loop of the program hears.
pub(crate) enum Report {
    /// Something happened.
    Happened(Event),
    /// A search has ended, and its result can be fetched.
    Ended(Id),
}

/// Whoever listens to the terminal. It has to stop before the terminal is given back: what is typed from then on is for
/// somebody else.
pub(crate) struct Listener {
    #[cfg(unix)]
    ear: unix::Ear,
}

impl Listener {
    /// Listens to the terminal from now on.
    pub(crate) fn start(reports: Sender<Report>) -> io::Result<Listener> {
        #[cfg(unix)]
        return Ok(Listener { ear: unix::Ear::open(reports)? });
        #[cfg(not(unix))]
        {
            thread::spawn(move || while hear(&reports).is_continue() {});
            Ok(Listener {})
        }
    }

    /// Takes nothing from the terminal any more.
    pub(crate) fn stop(self) {
        #[cfg(unix)]
        self.ear.close();
    }
}

/// Waits for an event of the terminal, and reports it. It breaks off when the terminal or the listener is gone.
fn hear(reports: &Sender<Report>) -> ControlFlow<()> {
    // Without events to come, the terminal is gone.
    let (happened, flow) = match event::read() {
        Ok(event) => (translate(event), ControlFlow::Continue(())),
        Err(_) => (Some(Event::Terminated), ControlFlow::Break(())),
    };
    match happened.map(|event| reports.send(Report::Happened(event))) {
        Some(Err(_)) => ControlFlow::Break(()),
        Some(Ok(())) | None => flow,
    }
}

/// An event of the terminal, if it means something here.
fn translate(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(KeyEvent { kind: KeyEventKind::Release, .. }) => None,
        event::Event::Key(KeyEvent { modifiers, .. }) if modifiers.contains(KeyModifiers::ALT) => None,
        event::Event::Key(KeyEvent { code, modifiers, .. }) => {
            Some(Event::Key(Press { code, ctrl: modifiers.contains(KeyModifiers::CONTROL) }))
        }
        event::Event::Mouse(event::MouseEvent { kind, column, row, .. }) => {
            let deed = match kind {
                MouseEventKind::Down(MouseButton::Left) => Deed::Click,
                MouseEventKind::Moved => Deed::Move,
                MouseEventKind::ScrollUp => Deed::ScrollUp,
                MouseEventKind::ScrollDown => Deed::ScrollDown,
                _ => return None,
            };
            Some(Event::Mouse(Mouse { deed, column, row }))
        }
        event::Event::Resize(columns, rows) => Some(Event::Resize(Size { columns, rows })),
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::FocusGained | event::Event::FocusLost => None,
    }
}

#[cfg(unix)]
pub(crate) use unix::listen_to_signals;

#[cfg(not(unix))]
pub(crate) fn listen_to_signals(_: Sender<Report>) -> io::Result<()> {
    Ok(())
}

/// What a terminal of Unix needs.
#[cfg(unix)]
mod unix {
    use std::io::{self, Write};
    use std::ops::ControlFlow;
    use std::os::unix::net::UnixStream;
    use std::sync::mpsc::Sender;
    use std::thread::{self, JoinHandle};
    use std::time::Duration;

    use crossterm::{event, terminal};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGWINCH};
    use signal_hook::iterator::Signals;

    use super::{Event, Report, Size, hear};

    /// The shortest wait that is one: with none at all nothing is looked for.
    const AT_ONCE: Duration = Duration::from_millis(1);

    /// A thread that waits for the terminal or for the word to stop, and reads only when there is something to read.
    pub(crate) struct Ear {
        stop: UnixStream,
        thread: JoinHandle<()>,
    }

    impl Ear {
        pub(crate) fn open(reports: Sender<Report>) -> io::Result<Ear> {
            let (stop, stopped) = UnixStream::pair()?;
            let thread = thread::spawn(move || while listen(&stopped, &reports).is_continue() {});
            Ok(Ear { stop, thread })
        }

        pub(crate) fn close(mut self) {
            if self.stop.write_all(b".").is_ok() {
                let _ = self.thread.join();
            }
        }
    }

    /// Waits once, and reports what there is. It breaks off when it is to stop or the terminal is gone.
    fn listen(stopped: &UnixStream, reports: &Sender<Report>) -> ControlFlow<()> {
        let stdin = io::stdin();
        let mut sources = [PollFd::new(&stdin, PollFlags::IN), PollFd::new(stopped, PollFlags::IN)];
        match poll(&mut sources, None) {
            Ok(_) => {}
            Err(Errno::INTR | Errno::AGAIN) => return ControlFlow::Continue(()),
            Err(_) => return terminated(reports),
        }
        let [typed, stop] = sources.map(|source| source.revents());
        if !stop.is_empty() {
            return ControlFlow::Break(());
        }
        while matches!(event::poll(AT_ONCE), Ok(true)) {
            hear(reports)?;
        }
        match typed.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            true => terminated(reports),
            false => ControlFlow::Continue(()),
        }
    }

    fn terminated(reports: &Sender<Report>) -> ControlFlow<()> {
        let _ = reports.send(Report::Happened(Event::Terminated));
        ControlFlow::Break(())
    }

    /// Listens to the system from now on: to leave when it says so, to draw again after the program was stopped, and
    /// to follow the size of the window.
    ///
    /// The signal of Ctrl-Z keeps its usual effect. It comes only when we send it ourselves, with the terminal put right.
    pub(crate) fn listen_to_signals(reports: Sender<Report>) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGWINCH])?;
        thread::spawn(move || {
            for signal in signals.forever() {
                let event = match (signal, terminal::size()) {
                    (SIGCONT, _) => Event::Resumed,
                    (SIGWINCH, Ok((columns, rows))) => Event::Resize(Size { columns, rows }),
                    (SIGWINCH, Err(_)) => continue,
                    _ => Event::Terminated,
                };
                if reports.send(Report::Happened(event)).is_err() {
                    return;
                }
            }
        });
        Ok(())
    }
}
