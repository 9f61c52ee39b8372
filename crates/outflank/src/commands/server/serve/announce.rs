use std::io::{self, IsTerminal, Write};

use crossterm::terminal;
use outflank_server::Reach;

use super::qr;

pub(super) fn on_stdout(reach: &Reach) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let size = terminal::size().ok().filter(|_| out.is_terminal());
    let text = match size {
        Some((columns, _)) => for_people(reach, columns),
        None => for_programs(reach),
    };
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn for_programs(reach: &Reach) -> String {
    match reach.public_url() {
        Some(url) => format!("Serving on {}, known as {url}\n", reach.local_url()),
        None => {
            let local = reach.local_url();
            let others = reach.urls().into_iter().filter(|url| *url != local);
            format!("Serving on {}\n", [local.clone()].into_iter().chain(others).collect::<Vec<_>>().join(" and "))
        }
    }
}

fn for_people(reach: &Reach, columns: u16) -> String {
    let mut text = format!("Serving on {}\n", reach.local_url());
    let others = reach.urls();
    match &others[..] {
        _ if reach.is_local_only() => {
            text += "Only this computer can connect. To play with others on your network, start it with --lan.\n";
        }
        [] => text += "This computer has no network address, so no one else can connect yet.\n",
        [first, ..] => {
            text += "\nOthers can open:\n\n";
            for url in &others {
                text += &format!("  {url}\n");
            }
            if let Some(code) = qr::blocks(first, columns) {
                text += &format!("\n{code}\n");
                if others.len() > 1 {
                    text += &format!("The QR code is for {first}\n");
                }
            }
        }
    }
    text + "\nPress Ctrl-C to stop the server.\n"
}
