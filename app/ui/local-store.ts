/** Safe access to local storage, which browsers can block: reads then return null and writes do nothing. */

/** The value of `key`; null if it is missing, storage is blocked, or on the server. */
export function readLocalStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores `value` under `key`; null removes it. */
export function writeLocalStorage(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the value lasts until the page is unloaded.
  }
}
