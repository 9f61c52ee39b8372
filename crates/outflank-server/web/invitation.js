// The address for invitations: others may not be able to open the address of this page.

/** @typedef {import('./wire.js').Site} Site */

/**
 * - `share`: links with any of these addresses work for others; the first is the best guess.
 * - `local`: the server accepts connections from this computer only.
 * - `unknown`: others can connect, but neither the server nor this page knows by which address.
 * @typedef {{kind: 'share', addresses: string[]} | {kind: 'local'} | {kind: 'unknown'}} Invitation
 */

/**
 * @param {Site} site
 * @param {{hostname: string, origin: string}} here  where this page was opened, as in `location`
 * @returns {Invitation}
 */
export function invitation(site, here) {
  if (site.public_url != null) return { kind: 'share', addresses: [site.public_url] };
  // An address that works over the network works for others.
  if (!isLoopback(here.hostname)) return { kind: 'share', addresses: [here.origin] };
  if (!site.reachable) return { kind: 'local' };
  return site.addresses.length > 0 ? { kind: 'share', addresses: site.addresses } : { kind: 'unknown' };
}

/** @param {string} name */
export function isLoopback(name) {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
