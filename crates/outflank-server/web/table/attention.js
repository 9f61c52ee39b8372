// Calls a player whose tab is in the background: by the tab's title and icon, and by the system's notification if it is allowed.

import { store } from '../settings.js';

const NAME = 'notify';

/** The page's icon with a dot. */
const DOTTED = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f7a57"/><circle cx="12.5" cy="16" r="8" fill="#111"/><path d="M19.5 8a8 8 0 0 1 0 16z" fill="#fdfbf5"/><circle cx="24" cy="8" r="7" fill="#e0672f" stroke="#fff" stroke-width="2"/></svg>',
)}`;

/** Whether this page can show the system's notifications: browsers allow them only on secure pages. */
export function canNotify() {
  return globalThis.isSecureContext && 'Notification' in globalThis && Notification.permission !== 'denied';
}

export function notifies() {
  return canNotify() && Notification.permission === 'granted' && store.get()[NAME] === 'on';
}

/**
 * Asks for permission; browsers allow that only after a click.
 * @param {boolean} on
 * @returns {Promise<boolean>} whether notifications are on now
 */
export async function setNotifies(on) {
  const isAllowed = on && (await Notification.requestPermission()) === 'granted';
  store.set({ [NAME]: isAllowed ? 'on' : undefined });
  return isAllowed;
}

export class Attention {
  #icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  #plain = this.#icon?.href ?? '';
  #wasMine = false;
  /** @type {Notification | null} */
  #notification = null;

  constructor() {
    document.addEventListener('visibilitychange', () => this.#show());
  }

  /**
   * @param {string} title
   * @param {boolean} isMine whether it is the player's turn
   * @param {string} text of the notification
   */
  show(title, isMine, text) {
    document.title = `${isMine ? '● Your turn' : title} · Outflank`;
    const isNews = isMine && !this.#wasMine;
    this.#wasMine = isMine;
    this.#show();
    if (!isNews || !document.hidden || !notifies()) return;
    try {
      this.#notification = new Notification('Your turn', { body: text, icon: DOTTED, tag: location.pathname });
      this.#notification.onclick = () => {
        focus();
        this.#notification?.close();
      };
    } catch {
      // Phones allow it only to service workers; title and icon have to do.
    }
  }

  #show() {
    const isCalling = this.#wasMine && document.hidden;
    if (!isCalling) this.#notification?.close();
    const href = isCalling ? DOTTED : this.#plain;
    if (this.#icon !== null && this.#icon.href !== href) this.#icon.href = href;
  }
}
