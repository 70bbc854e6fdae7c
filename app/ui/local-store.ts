/** Safe access to the browser's storage, which may be blocked: reads then return null and writes do nothing. */

/** Read on each use: blocked storage throws. */
const STORES = { local: () => localStorage, session: () => sessionStorage };
type StoreName = keyof typeof STORES;

function read(store: StoreName, key: string): string | null {
  try {
    return STORES[store]().getItem(key);
  } catch {
    return null;
  }
}

function write(store: StoreName, key: string, value: string | null): void {
  try {
    if (value === null) STORES[store]().removeItem(key);
    else STORES[store]().setItem(key, value);
  } catch {
    // Blocked or full: the value lasts until the page is unloaded.
  }
}

/** The value of `key`; null if it is missing, storage is blocked, or on the server. */
export const readLocalStorage = (key: string) => read("local", key);

/** Stores `value` under `key`; null removes it. */
export const writeLocalStorage = (key: string, value: string | null) => write("local", key, value);

/** As `readLocalStorage`, for this tab. */
export const readSessionStorage = (key: string) => read("session", key);

/** As `writeLocalStorage`, for this tab. */
export const writeSessionStorage = (key: string, value: string | null) =>
  write("session", key, value);
