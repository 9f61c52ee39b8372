// After an upgrade of the server, a page that is still open reloads: once, because servers of two versions may answer in turns.

const KEY = 'outflank-reloaded-for';

/**
 * Whether to reload for this version of the page; true once.
 * @param {string} build  of the server's page
 */
export function isUpdate(build) {
  const own = document.querySelector('meta[name="build"]')?.getAttribute('content');
  if (own == null || own === build) return false;
  try {
    if (sessionStorage.getItem(KEY) === build) return false;
    sessionStorage.setItem(KEY, build);
    return true;
  } catch {
    // Without storage it might reload again and again.
    return false;
  }
}
