// Chips with popovers: one is open at a time, and Escape or a press beside it closes it.

/** @param {HTMLElement} row  with <details class="chip"> */
export function openOneChip(row) {
  const open = () => row.querySelector('details[open]');
  for (const chip of row.querySelectorAll('details')) chip.addEventListener('toggle', () => place(chip));
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && open() !== null) closeChip(open());
  });
  // On phones the page behind the sheet is dimmed: a tap there closes the sheet and does nothing else.
  addEventListener(
    'click',
    (event) => {
      const chip = open();
      // What dims the page belongs to the chip.
      if (chip === null || !(event.target instanceof Node) || (chip.contains(event.target) && chip !== event.target)) return;
      chip.removeAttribute('open');
      if (row.contains(event.target) && chip !== event.target) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
  row.addEventListener('focusout', ({ relatedTarget }) => {
    const chip = open();
    // A press on words in the popover moves the focus to what surrounds the chip.
    const hasLeft = relatedTarget instanceof Node && !chip?.contains(relatedTarget) && !relatedTarget.contains(chip);
    if (hasLeft) chip?.removeAttribute('open');
  });
}

/**
 * Closes a chip. The focus returns to it.
 * @param {Element | null} chip
 */
export function closeChip(chip) {
  chip?.removeAttribute('open');
  chip?.querySelector('summary')?.focus();
}

/**
 * Keeps the popover inside the window.
 * @param {HTMLDetailsElement} chip
 */
function place(chip) {
  const pop = chip.querySelector('.pop');
  if (!chip.open || pop === null) return;
  pop.classList.remove('to-right');
  pop.classList.toggle('to-right', pop.getBoundingClientRect().right > document.documentElement.clientWidth - 8);
}
