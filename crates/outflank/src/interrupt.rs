use std::io;

#[cfg(unix)]
pub(crate) fn on_ctrl_c(mut handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT])?;
    std::thread::Builder::new().spawn(move || signals.forever().for_each(|_| handler()))?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn on_ctrl_c(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
