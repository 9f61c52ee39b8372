//! Lets the crate be built again when a migration or a file of the page comes or goes. Those that are there are watched by what
//! embeds them.

fn main() {
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-changed=web");
}
