// Days as the server counts them.

const DAY = 24 * 60 * 60 * 1000;

/**
 * The day of a moment, where the browser is, counted from 1 January 1970.
 * @param {Date} [moment]
 */
export function today(moment = new Date()) {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY;
}

/**
 * The day of a moment as people sort it: 2026-11-15.
 * @param {Date} [moment]
 */
export function date(moment = new Date()) {
  return new Date(today(moment) * DAY).toISOString().slice(0, 10);
}
