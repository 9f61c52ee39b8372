//! Rebuilds the crate when a file of the page is added or removed. Changes to embedded files are tracked by what embeds them.

fn main() {
    println!("cargo::rerun-if-changed=web");
}
