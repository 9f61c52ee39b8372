// A plain script in the head, so that the chosen theme is there before the first paint. `settings.js` does the rest.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('outflank') ?? '{}'));
  // Decided here as well, so that the invitation to the lesson does not flash up for those who can play.
  if (localStorage.getItem('outflank-knows-the-game') !== null) document.documentElement.dataset.knowsTheGame = '';
} catch {
  // No storage, or something else wrote to it: the page follows the system.
}
