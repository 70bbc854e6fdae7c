/** Local storage, which browsers may close to a page: it then reads as empty, and nothing is kept. */

/** The value of `key`; null when there is none, where storage is closed, and on the server. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps `value` under `key`; null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Closed or full: what depends on it holds until the page is left.
  }
}
