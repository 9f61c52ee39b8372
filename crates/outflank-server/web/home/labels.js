// A classic script in the head: <of-chosen> has the words of the last choices while the page is parsed, before the first paint.
{
  /** @type {Record<string, unknown>} */
  let labels = {};
  try {
    labels = JSON.parse(localStorage.getItem('outflank-chips') ?? '{}') ?? {};
  } catch {
    // Nothing readable is stored: use the defaults.
  }
  customElements.define(
    'of-chosen',
    class extends HTMLElement {
      connectedCallback() {
        if (this.firstChild !== null) return;
        const label = labels[this.getAttribute('name') ?? ''];
        this.textContent = typeof label === 'string' ? label : (this.getAttribute('otherwise') ?? '');
        // A choice that does not matter has no words.
        this.closest('details')?.toggleAttribute('hidden', label === '');
      }
    },
  );
}
