// Questions to the server that depend on what was tried before.

import { Problem, post } from '../api.js';
import { today } from './day.js';

/**
 * Asks with what is kept. What the server cannot read of it is put aside, and the training begins anew.
 * @param {import('./keep.js').Keep} keep
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function train(keep, path, body) {
  const asked = { ...body, day: today() };
  try {
    return await post(path, { ...asked, progress: keep.load() });
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    keep.putAside();
    return post(path, { ...asked, progress: null });
  }
}

/**
 * Whether the server refused because it cannot read the progress.
 * @param {unknown} error
 */
export function isUnreadable(error) {
  return error instanceof Problem && error.error === 'unreadable_progress';
}
