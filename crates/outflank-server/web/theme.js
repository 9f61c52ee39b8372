// A classic script in the head, so that the settings apply before the first paint: each is a `data-` attribute of <html>.
{
  const { dataset } = document.documentElement;
  const apply = (/** @type {string | null} */ text) => {
    try {
      const stored = JSON.parse(text ?? '{}');
      // Older versions called the colour-blind theme `mono`, and had the preview on touch screens only.
      if (stored.theme === 'mono') stored.theme = 'colorblind';
      if (stored.tap === 'play') stored.preview ??= 'off';
      for (const name in stored) if (typeof stored[name] === 'string') dataset[name] = stored[name];
    } catch {
      // An invalid value: use the defaults.
    }
  };
  try {
    apply(localStorage.getItem('outflank'));
    // Also before the first paint: hide the link to the lesson from people who can play.
    if (localStorage.getItem('outflank-knows-the-game') !== null) dataset.knowsTheGame = '';
  } catch {
    // No storage: use the defaults.
  }
  addEventListener('storage', ({ key, newValue }) => key === 'outflank' && apply(newValue));
}
