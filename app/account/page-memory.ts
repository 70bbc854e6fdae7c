/**
 * What pages of the account area were last loaded with: shown at once when somebody comes back, and checked
 * then. It is in this document's memory only, and counts only in the session that it was read in.
 */
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { SESSION_KEY } from "~/auth/auth-channel";

/** An address with any other field asks for something that happens once. */
const LASTING_FIELDS: readonly string[] = ["q", "show"];
/** More than anyone goes back through; the oldest goes first. */
const MOST_PAGES = 20;

interface Kept<Data> {
  readonly data: Data;
  readonly session: string;
}

/** The memories of all routes, without what is in them. */
const memories = new Set<{ has(address: string): boolean; clear(): void }>();
/** The data that was shown from memory and that the server has not been asked about. */
const unchecked = new WeakSet<object>();
/** The page that is open: whoever loads it again wants to know what the server says. */
let openAddress = "";

/** What a route's `clientLoader` is called with. */
interface LoaderArgs<Data> {
  readonly url: URL;
  readonly serverLoader: () => Promise<Data>;
}

/**
 * The memory of a route, as what its `clientLoader` does: the data of an address that was seen before, else
 * the server's. Redirects and errors of the server pass. For a route with `clientLoader.hydrate`, so that
 * the data which came with the document is known too.
 */
export function createPageMemory<Data extends object>() {
  const pages = new Map<string, Kept<Data>>();
  const find = (address: string) => {
    const kept = pages.get(address);
    return kept && kept.session === currentSession() ? kept.data : undefined;
  };
  memories.add({
    has: (address) => find(address) !== undefined,
    clear: () => pages.clear(),
  });
  return async ({ url, serverLoader }: LoaderArgs<Data>): Promise<Data> => {
    const address = url.pathname + url.search;
    const known = address === openAddress ? undefined : find(address);
    if (known) {
      const shown = { ...known };
      unchecked.add(shown);
      return shown;
    }
    const session = currentSession();
    const data = await serverLoader();
    // The mark changes after the cookie does, so what comes while it changes may be anybody's.
    if (session && session === currentSession() && isLasting(url)) {
      pages.delete(address);
      pages.set(address, { data, session });
      for (const oldest of [...pages.keys()].slice(0, -MOST_PAGES)) pages.delete(oldest);
    }
    return data;
  };
}

/** True for a page's data that was shown from memory. */
export function isFromMemory(data: unknown): boolean {
  return typeof data === "object" && data !== null && unchecked.has(data);
}

/** Says which page is open, by its path and query; "" when none of these is. */
export function openPage(path: string): void {
  const { pathname, search } = new URL(path, window.location.origin);
  openAddress = path && pathname + search;
}

/** Forgets all pages. */
export function forgetPages(): void {
  for (const memory of memories) memory.clear();
}

/** For a route's `clientAction`: after a change, what other pages showed may not be so any more. */
export async function forgetAfter<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } finally {
    forgetPages();
  }
}

/**
 * `shouldRevalidate` of the routes around a page: they wait for nothing when it is shown from memory, and are
 * loaded again together with it when it is checked.
 */
export function revalidateAround(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args;
  const address = nextUrl.pathname + nextUrl.search;
  const isNavigation = formMethod === undefined && nextUrl.href !== currentUrl.href;
  const isKnown = address !== openAddress && [...memories].some((memory) => memory.has(address));
  return isNavigation && isKnown ? false : defaultShouldRevalidate;
}

function isLasting({ searchParams }: URL): boolean {
  return [...searchParams.keys()].every((field) => LASTING_FIELDS.includes(field));
}

/** The session that this browser saw last, in any tab; undefined for a guest, or where storage is closed. */
function currentSession(): string | undefined {
  try {
    return window.localStorage.getItem(SESSION_KEY) || undefined;
  } catch {
    return undefined;
  }
}
