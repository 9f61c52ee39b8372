use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::Sender;

use crate::tui::app::{Event, Id, Mouse, MouseAction, Size};
use crate::tui::keymap::Press;

#[cfg(not(unix))]
use std::thread;

use crossterm::event::{self, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

pub(crate) enum Message {
    Event(Event),
    SearchEnded(Id),
}

/// Must stop before the terminal is released: later keys belong to the shell.
pub(crate) struct Listener {
    #[cfg(unix)]
    thread: unix::InputThread,
}

impl Listener {
    pub(crate) fn start(messages: Sender<Message>) -> io::Result<Listener> {
        #[cfg(unix)]
        return Ok(Listener { thread: unix::InputThread::open(messages)? });
        #[cfg(not(unix))]
        {
            thread::spawn(move || while read_event(&messages).is_continue() {});
            Ok(Listener {})
        }
    }

    pub(crate) fn stop(self) {
        #[cfg(unix)]
        self.thread.close();
    }
}

fn read_event(messages: &Sender<Message>) -> ControlFlow<()> {
    // A read error means that the terminal is gone.
    let (happened, flow) = match event::read() {
        Ok(event) => (translate(event), ControlFlow::Continue(())),
        Err(_) => (Some(Event::Terminated), ControlFlow::Break(())),
    };
    match happened.map(|event| messages.send(Message::Event(event))) {
        Some(Err(_)) => ControlFlow::Break(()),
        Some(Ok(())) | None => flow,
    }
}

fn translate(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(KeyEvent { kind: KeyEventKind::Release, .. }) => None,
        event::Event::Key(KeyEvent { modifiers, .. }) if modifiers.contains(KeyModifiers::ALT) => None,
        event::Event::Key(KeyEvent { code, modifiers, .. }) => {
            Some(Event::Key(Press { code, ctrl: modifiers.contains(KeyModifiers::CONTROL) }))
        }
        event::Event::Mouse(event::MouseEvent { kind, column, row, .. }) => {
            let action = match kind {
                MouseEventKind::Down(MouseButton::Left) => MouseAction::Press,
                MouseEventKind::Drag(MouseButton::Left) => MouseAction::Drag,
                MouseEventKind::Up(MouseButton::Left) => MouseAction::Release,
                MouseEventKind::Moved => MouseAction::Move,
                MouseEventKind::ScrollUp => MouseAction::ScrollUp,
                MouseEventKind::ScrollDown => MouseAction::ScrollDown,
                _ => return None,
            };
            Some(Event::Mouse(Mouse { action, column, row }))
        }
        event::Event::Resize(columns, rows) => Some(Event::Resize(Size { columns, rows })),
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::FocusGained => Some(Event::Focus(true)),
        event::Event::FocusLost => Some(Event::Focus(false)),
    }
}

#[cfg(unix)]
pub(crate) use unix::listen_to_signals;

#[cfg(not(unix))]
pub(crate) fn listen_to_signals(_: Sender<Message>) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::Sender;
    use std::thread::{self, JoinHandle};
    use std::time::Duration;

    use crossterm::{event, terminal};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGWINCH, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::raise;

    use super::{Event, Message, Size, read_event};

    /// Reads without a timeout: crossterm's `poll` may overlook keys that it has already read when the thread is interrupted.
    pub(crate) struct InputThread {
        is_stopping: Arc<AtomicBool>,
        thread: JoinHandle<()>,
    }

    impl InputThread {
        pub(crate) fn open(messages: Sender<Message>) -> io::Result<InputThread> {
            // From here on, crossterm wakes for SIGWINCH.
            event::poll(Duration::ZERO)?;
            let is_stopping = Arc::new(AtomicBool::new(false));
            let hangup = messages.clone();
            thread::spawn(move || watch_for_hangup(&hangup));
            let stopping = Arc::clone(&is_stopping);
            let thread =
                thread::spawn(move || while !stopping.load(Ordering::SeqCst) && read_event(&messages).is_continue() {});
            Ok(InputThread { is_stopping, thread })
        }

        /// SIGWINCH ends a read that waits for keys.
        pub(crate) fn close(self) {
            self.is_stopping.store(true, Ordering::SeqCst);
            if raise(SIGWINCH).is_ok() {
                let _ = self.thread.join();
            }
        }
    }

    /// A terminal that is gone is not an error for crossterm.
    fn watch_for_hangup(messages: &Sender<Message>) {
        let stdin = io::stdin();
        loop {
            let mut hangup = [PollFd::new(&stdin, PollFlags::empty())];
            if !matches!(poll(&mut hangup, None), Err(Errno::INTR | Errno::AGAIN)) {
                let _ = messages.send(Message::Event(Event::Terminated));
                return;
            }
        }
    }

    /// Ctrl-Z keeps its default action: `Canvas::suspend` restores the terminal and then sends the signal.
    pub(crate) fn listen_to_signals(messages: Sender<Message>) -> io::Result<()> {
        let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGWINCH, SIGXFSZ])?;
        thread::spawn(move || {
            for signal in signals.forever() {
                let event = match (signal, terminal::size()) {
                    (SIGCONT, _) => Event::Resumed,
                    (SIGWINCH, Ok((columns, rows))) => Event::Resize(Size { columns, rows }),
                    (SIGWINCH, Err(_)) => continue,
                    // A write beyond the limit on the size of files fails, which is reported.
                    (SIGXFSZ, _) => continue,
                    _ => Event::Terminated,
                };
                if messages.send(Message::Event(event)).is_err() {
                    return;
                }
            }
        });
        Ok(())
    }
}
