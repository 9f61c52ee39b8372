const DAY = 24 * 60 * 60 * 1000;

/**
 * The local date as days since 1 January 1970.
 * @param {Date} [moment]
 */
export function today(moment = new Date()) {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY;
}

/** @param {Date} [moment] */
export function date(moment = new Date()) {
  return new Date(today(moment) * DAY).toISOString().slice(0, 10);
}
