mod foreign;
mod guest;
mod program;
mod restarts;
mod running;
