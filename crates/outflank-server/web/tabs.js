// Tabs: <div class="tabs" role="tablist"> with <button role="tab" aria-controls="panel">. Arrow keys, Home and End move between them.

/**
 * @param {HTMLElement} list
 * @param {(panel: string) => void} [changed]  called when a person has chosen a tab
 * @returns {(panel: string) => void} selects the tab of a panel
 */
export function tabs(list, changed) {
  const all = [...list.querySelectorAll('[role="tab"]')].filter((one) => one instanceof HTMLButtonElement);
  const panelOf = (/** @type {HTMLButtonElement} */ tab) => tab.getAttribute('aria-controls') ?? '';
  const select = (/** @type {string} */ panel) => {
    for (const tab of all) {
      const isSelected = panelOf(tab) === panel;
      tab.setAttribute('aria-selected', String(isSelected));
      tab.tabIndex = isSelected ? 0 : -1;
      const element = document.getElementById(panelOf(tab));
      if (element !== null) element.hidden = !isSelected;
    }
  };
  const choose = (/** @type {HTMLButtonElement} */ tab) => {
    select(panelOf(tab));
    changed?.(panelOf(tab));
  };
  for (const [at, tab] of all.entries()) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const next = all[(to + all.length) % all.length];
      next.focus();
      choose(next);
    });
  }
  return select;
}
