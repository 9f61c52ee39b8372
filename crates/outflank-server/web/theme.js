// A plain script in the head, so that the chosen theme is there before the first paint. `settings.js` does the rest.
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('outflank') ?? '{}'));
} catch {
  // No storage, or something else wrote to it: the page follows the system.
}
