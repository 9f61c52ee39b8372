import { Problem, post } from '../api.js';
import { today } from './day.js';

/**
 * Sends a request with the progress. If the server cannot read it, it is set aside and the training starts over.
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

/** @param {unknown} error */
export function isUnreadable(error) {
  return error instanceof Problem && error.error === 'unreadable_progress';
}
