//! Network namespaces, each held by a process that ends with the test's pipe to it.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::support::Running;

/// The hosts reach each other and nothing else.
pub(crate) struct Network {
    pub(crate) ann: Host,
    pub(crate) bob: Host,
    _switch: Host,
}

impl Network {
    pub(crate) const ANN: &'static str = "10.82.20.1";
    pub(crate) const BOB: &'static str = "10.82.20.2";

    /// `None`, with a message, if the user may not create namespaces.
    pub(crate) fn build() -> Option<Network> {
        const NEW_USER: [&str; 4] = ["unshare", "--user", "--map-root-user", "--net"];
        let may = Command::new(NEW_USER[0]).args(&NEW_USER[1..]).args(["ip", "link"]).output();
        if !may.is_ok_and(|run| run.status.success()) {
            println!("skipped: this user may not create network namespaces (unshare --user --net, ip)");
            return None;
        }
        let mut unshare = Command::new(NEW_USER[0]);
        let switch = Host::hold(unshare.args(&NEW_USER[1..]));
        switch.run("ip link add name room type bridge && ip link set room up");
        let [ann, bob] = [Network::ANN, Network::BOB].map(|ip| {
            let host = Host::hold(switch.command("unshare").arg("--net"));
            let (port, process) = (format!("port{}", &ip[ip.len() - 1..]), host.process());
            switch.run(&format!("ip link add name {port} type veth peer name eth0 netns {process}"));
            switch.run(&format!("ip link set {port} master room up"));
            host.run(&format!("ip address add {ip}/24 dev eth0 && ip link set eth0 up"));
            host
        });
        Some(Network { ann, bob, _switch: switch })
    }
}

pub(crate) struct Host {
    holder: Running,
}

impl Host {
    /// The command starts a process in a new namespace, which lasts as long as the process.
    fn hold(command: &mut Command) -> Host {
        let script = "ip link set lo up && echo ready && exec cat";
        let mut holder =
            command.args(["sh", "-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        Host { holder: Running(holder) }
    }

    pub(crate) fn process(&self) -> u32 {
        self.holder.0.id()
    }

    pub(crate) fn words(&self) -> Vec<String> {
        let process = self.process().to_string();
        ["nsenter", "--target", &process, "--user", "--preserve-credentials", "--net"].map(str::to_owned).to_vec()
    }

    pub(crate) fn command(&self, program: &str) -> Command {
        let words = self.words();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(program);
        command
    }

    pub(crate) fn run(&self, script: &str) {
        let status = self.command("sh").args(["-c", script]).status().unwrap();
        assert!(status.success(), "{script}");
    }
}
