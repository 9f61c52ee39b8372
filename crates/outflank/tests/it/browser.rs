use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "needs Chromium, Node and npm packages: `cargo xtask test` installs them"]
fn the_page_works_in_a_browser() {
    succeeds(&mut npm("browser"));
}

#[test]
#[ignore = "needs Chromium, Node, npm packages and PostgreSQL: `cargo xtask test` installs them"]
fn two_people_play_in_browsers_on_postgres() {
    if let Some(server) = outflank_postgres::given() {
        let database = outflank_postgres::fresh_database(&server).expect("a database can be made");
        succeeds(npm("friends").env("OUTFLANK_DATABASE", database));
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs Chromium, Node and npm packages: `cargo xtask test` installs them"]
fn a_neighbour_plays_in_a_browser() {
    if let Some(network) = crate::support::network::Network::build() {
        let [ann, bob] = [&network.ann, &network.bob].map(|host| host.words().join(" "));
        succeeds(npm("lan").env("OUTFLANK_ANN", ann).env("OUTFLANK_BOB", bob));
    }
}

fn npm(script: &str) -> Command {
    let mut npm = Command::new("npm");
    npm.args(["run", script])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../outflank-server/web-tests"))
        .env("OUTFLANK", env!("CARGO_BIN_EXE_outflank"));
    npm
}

fn succeeds(command: &mut Command) {
    let status = command.status().expect("npm can be started");
    assert!(status.success(), "the browser tests failed");
}
