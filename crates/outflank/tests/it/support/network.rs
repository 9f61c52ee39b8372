//! Two computers and a switch between them, all inside of this machine.
//!
//! Each is a network namespace without a name, which lasts as long as the process that holds it. That process ends when the test lets go of
//! its standard input, however the test ends; then the kernel removes its interfaces, and nothing is left.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Two computers that reach each other and nothing else.
pub(crate) struct Network {
    pub(crate) ann: Host,
    pub(crate) bob: Host,
    _switch: Host,
}

impl Network {
    /// The IPv4 addresses of the two.
    pub(crate) const ANN: &'static str = "10.82.20.1";
    pub(crate) const BOB: &'static str = "10.82.20.2";

    /// Builds one, or says that the test is skipped: not every user may.
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

/// A computer.
pub(crate) struct Host {
    holder: Child,
}

impl Host {
    /// One that lasts as long as a process, which this command starts in a namespace of its own.
    fn hold(command: &mut Command) -> Host {
        let script = "ip link set lo up && echo ready && exec cat";
        let mut holder =
            command.args(["sh", "-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        Host { holder }
    }

    /// The process that holds it, for `nsenter`.
    pub(crate) fn process(&self) -> u32 {
        self.holder.id()
    }

    /// What runs a program on this computer.
    pub(crate) fn words(&self) -> Vec<String> {
        let process = self.process().to_string();
        ["nsenter", "--target", &process, "--user", "--preserve-credentials", "--net"].map(str::to_owned).to_vec()
    }

    /// Runs a program on this computer.
    pub(crate) fn command(&self, program: &str) -> Command {
        let words = self.words();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(program);
        command
    }

    /// Runs a script, which succeeds.
    pub(crate) fn run(&self, script: &str) {
        let status = self.command("sh").args(["-c", script]).status().unwrap();
        assert!(status.success(), "{script}");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        _ = self.holder.kill();
        _ = self.holder.wait();
    }
}
