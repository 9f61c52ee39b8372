// A classic script in the head, so that the theme applies before the first paint. `settings.js` does the rest.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('outflank') ?? '{}'));
  // Also before the first paint: hide the link to the lesson from people who can play.
  if (localStorage.getItem('outflank-knows-the-game') !== null) document.documentElement.dataset.knowsTheGame = '';
} catch {
  // No storage, or an invalid value: use the system's theme.
}
