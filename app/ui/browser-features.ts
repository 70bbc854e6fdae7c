/**
 * Features that an engine may lack or refuse: the WebViews of apps, Tor, blocked storage, `http` on a network
 * address. Asked for only here (biome.json), where each says what happens without it. Nothing here throws.
 */

/**
 * A store of texts. Blocked storage throws on access: then nothing is stored. `open` is called on each use.
 */
function createStore(open: () => Storage) {
  return {
    /** The value of `key`; null if it is missing, storage is blocked, or on the server. */
    read(key: string): string | null {
      try {
        return open().getItem(key);
      } catch {
        return null;
      }
    },
    /** Stores `value` under `key`; null removes it. */
    write(key: string, value: string | null): void {
      try {
        if (value === null) open().removeItem(key);
        else open().setItem(key, value);
      } catch {
        // Blocked or full: the value lasts until the page is unloaded.
      }
    },
  };
}

/** Texts that every tab of this browser shares, until its storage is cleared. */
export const localStore = createStore(() => localStorage);
/** The same as `localStore`, for this tab. */
export const tabStore = createStore(() => sessionStorage);

/** A channel to this site's other tabs; without one, they see a change when they load a page. */
export function openTabChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** The browser's passkeys; undefined without them or their JSON conversion, where none is offered. */
export function getPasskeyApi(): typeof PublicKeyCredential | undefined {
  const api = globalThis.PublicKeyCredential;
  return api && "parseRequestOptionsFromJSON" in api ? api : undefined;
}

/** A random UUID, version 4. `crypto.randomUUID` is missing on `http` addresses. */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
}

/** Copies `text`; returns whether it did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Posts `body` as JSON, even while the page unloads; without beacons nothing is sent. */
export function sendBeacon(path: string, body: object): void {
  try {
    navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: "application/json" }));
  } catch {
    // The page goes on.
  }
}

/** The user's IANA time zone; UTC if the engine knows none that it can format, as "Etc/Unknown". */
export function readTimeZone(): string {
  try {
    const { timeZone = "UTC" } = Intl.DateTimeFormat().resolvedOptions();
    Intl.DateTimeFormat("en-US", { timeZone });
    return timeZone;
  } catch {
    return "UTC";
  }
}
