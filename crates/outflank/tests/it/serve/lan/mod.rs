mod players;

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use outflank_pty::{Color, Screen, Session, Size, keys};
use rqrr::PreparedImage;

use crate::support::network::Network;
use crate::support::server::{PROGRAM, Server, wait_for};
use players::Player;

const FOR_OTHERS: &str = "http://10.82.20.1:8220";

fn serve(network: &Network, home: &Path, arguments: &[&str]) -> Server {
    Server::spawn(network.ann.command(PROGRAM).arg("serve").args(arguments), home)
}

#[test]
fn an_invitation_works_on_another_computer() {
    let Some(network) = Network::build() else { return };
    let home = tempfile::tempdir().unwrap();
    let server = serve(&network, home.path(), &["--lan"]);
    assert_eq!(server.line, format!("Serving on http://127.0.0.1:8220 and {FOR_OTHERS}\n"));

    let mut ann = Player::invites(&network.ann);
    let invitation = ann.line("invitation");
    assert!(invitation.starts_with(&format!("{FOR_OTHERS}/game/")), "{invitation}");
    let mut bob = Player::accepts(&network.bob, &invitation);
    let result = bob.line("result");
    assert_eq!(ann.line("result"), result);
    assert!(result.contains("played_out"), "{result}");
    ann.leaves();
    bob.leaves();
}

#[test]
fn invitations_use_the_current_address() {
    let Some(network) = Network::build() else { return };
    let home = tempfile::tempdir().unwrap();
    let _server = serve(&network, home.path(), &["--listen", "0.0.0.0:8220"]);
    network.ann.run("ip address flush dev eth0 && ip address add 10.82.20.77/24 dev eth0");
    let mut ann = Player::invites(&network.ann);
    let invitation = ann.line("invitation");
    assert!(invitation.starts_with("http://10.82.20.77:8220/game/"), "{invitation}");
    let mut bob = Player::accepts(&network.bob, &invitation);
    bob.line("result");
}

#[test]
fn a_local_server_cannot_be_reached() {
    let Some(network) = Network::build() else { return };
    let home = tempfile::tempdir().unwrap();
    let server = serve(&network, home.path(), &[]);
    assert_eq!(server.line, "Serving on http://127.0.0.1:8220\n");
    let connects = |ip: &str| {
        let script = format!("exec 3<>/dev/tcp/{ip}/8220");
        network.ann.command("bash").args(["-c", &script]).output().unwrap().status.success()
    };
    assert!(connects("127.0.0.1") && !connects(Network::ANN));
    let mut ann = Player::invites(&network.ann);
    assert_eq!(ann.line("unreachable"), "true");
}

#[test]
fn open_uses_the_local_address() {
    let Some(network) = Network::build() else { return };
    let home = tempfile::tempdir().unwrap();
    let browser = home.path().join("xdg-open");
    fs::write(&browser, "#!/bin/sh\necho \"$1\" > \"$0.url\"\n").unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", home.path().display(), env::var("PATH").unwrap());
    let mut command = network.ann.command(PROGRAM);
    let _server = Server::spawn(command.args(["serve", "--lan", "--open"]).env("PATH", path), home.path());
    let opened =
        wait_for(|| fs::read_to_string(home.path().join("xdg-open.url")).ok().filter(|url| url.ends_with('\n')));
    assert_eq!(opened, "http://127.0.0.1:8220\n");
}

#[test]
fn the_qr_code_is_the_address_for_others() {
    let Some(network) = Network::build() else { return };
    let home = tempfile::tempdir().unwrap();
    let mut command = network.ann.command(PROGRAM);
    command.args(["serve", "--lan"]).env("OUTFLANK_HOME", home.path()).env("TERM", "xterm-256color");
    let mut session = Session::start(&command, Size { columns: 80, rows: 40 }).unwrap();
    let screen = session.wait_for("Press Ctrl-C", |screen| screen.contents().contains("Press Ctrl-C")).unwrap();
    let text = screen.contents();
    assert!(text.contains("Serving on http://127.0.0.1:8220\n"), "{text}");
    assert!(text.contains(&format!("  {FOR_OTHERS}\n")), "{text}");
    assert!(!text.contains("0.0.0.0") && !text.contains("[::]"), "{text}");
    assert_eq!(decode(&screen), FOR_OTHERS);
    session.press(keys::CTRL_C).unwrap();
    assert_eq!(session.wait_for_end().unwrap().code, 0);
}

const SCALE: usize = 4;

fn decode(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let (width, height) = (usize::from(columns.get()) * SCALE, usize::from(rows.get()) * 2 * SCALE);
    let is_light = |color: Color, default: bool| match color {
        Color::Idx(index) => index == 231,
        Color::Rgb(..) | Color::Default => default,
    };
    let mut picture = PreparedImage::prepare_from_greyscale(width, height, |x, y| {
        let (column, half) = (x / SCALE, y / SCALE);
        let cell = screen.cell((half / 2) as u16, column as u16).unwrap();
        let is_drawn = matches!((cell.contents(), half % 2), ("█", _) | ("▀", 0) | ("▄", 1));
        let light = match is_drawn {
            true => is_light(cell.fgcolor(), true),
            false => is_light(cell.bgcolor(), false),
        };
        if light { 255 } else { 0 }
    });
    let grids = picture.detect_grids();
    assert_eq!(grids.len(), 1, "{}", screen.contents());
    grids[0].decode().unwrap().1
}
