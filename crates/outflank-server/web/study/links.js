/** Some programs cut off longer links. */
const LONGEST = 2000;

/**
 * A link to this page with a record; null if it would be too long.
 * @param {string} origin
 * @param {string} record
 */
export function linkTo(origin, record) {
  const link = `${origin}/study?record=${encodeURIComponent(record)}`;
  return link.length <= LONGEST ? link : null;
}

/**
 * A link to play from a record. The fragment appears in no log.
 * @param {string} record
 * @param {string} rules
 */
export function playFrom(record, rules) {
  return `/#${new URLSearchParams({ record, rules })}`;
}
