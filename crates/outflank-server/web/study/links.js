// Addresses that carry a record.

/** A longer address is cut off by some of the programs that links go through. */
const LONGEST = 2000;

/**
 * The address of this page with a record, or null if it would be too long.
 * @param {string} origin
 * @param {string} record
 */
export function linkTo(origin, record) {
  const link = `${origin}/study?record=${encodeURIComponent(record)}`;
  return link.length <= LONGEST ? link : null;
}

/**
 * The address of the first page, ready to play on from a record. What follows `#` is in no log.
 * @param {string} record
 * @param {string} rules
 */
export function playFrom(record, rules) {
  return `/#${new URLSearchParams({ record, rules })}`;
}
