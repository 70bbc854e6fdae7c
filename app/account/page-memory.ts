/**
 * What pages of the account area were last loaded with: shown at once when somebody comes back, and checked
 * then; and what was fetched ahead of a press. It is in this document's memory only, and counts only in the
 * session that it was read in.
 */
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { currentSession } from "~/auth/current-session";

/** More than anyone goes back through; the oldest goes first. */
const MOST_PAGES = 20;
/** In the query of a load that nobody has pressed for yet. */
const AHEAD = "ahead";
/** For so long what was asked for ahead counts as the answer to a press. */
const AHEAD_MS = 10_000;
/** An address with any other field asks for something that happens once. */
const LASTING_FIELDS: readonly string[] = ["q", "show", "pages", AHEAD];

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
/** How often all pages were forgotten: what was asked for before that is not kept. */
let forgotten = 0;

/** What a route's `clientLoader` is called with. */
interface LoaderArgs<Data> {
  readonly url: URL;
  readonly serverLoader: () => Promise<Data>;
}

interface PageMemory<Data> {
  /**
   * What the route's `clientLoader` does: gives what was fetched ahead, else the data of an address that was seen
   * before, else the server's. Redirects and errors of the server pass, but not of a load ahead, whose result
   * nobody looks at.
   */
  readonly load: (args: LoaderArgs<Data>) => Promise<Data | Response>;
  /**
   * Keeps `data` for the address of a page that was made longer in the browser. It counts only where `from`, which the
   * page was loaded with, counts itself.
   */
  readonly remember: (address: string, data: Data, from: Data) => void;
}

/** For a route with `clientLoader.hydrate`, so that the data which came with the document is known too. */
export function createPageMemory<Data extends object>(): PageMemory<Data> {
  const pages = new Map<string, Kept<Data>>();
  /** What was asked for ahead, and may still be on its way. */
  const aheads = new Map<string, Kept<Promise<Data>>>();
  const keep = (address: string, page: Kept<Data>) => {
    pages.delete(address);
    pages.set(address, page);
    for (const oldest of [...pages.keys()].slice(0, -MOST_PAGES)) pages.delete(oldest);
  };
  const ask = async ({ url, serverLoader }: LoaderArgs<Data>) => {
    const session = currentSession();
    const before = forgotten;
    const data = await serverLoader();
    // The mark changes after the cookie does, so what comes while it changes may be anybody's.
    const isStillSo = session === currentSession() && before === forgotten;
    if (session && isStillSo && isLasting(url)) keep(addressOf(url), { data, session });
    return data;
  };
  const askAhead = async (args: LoaderArgs<Data>) => {
    const address = addressOf(args.url);
    const data = ask(args);
    aheads.set(address, { data, session: currentSession() ?? "" });
    setTimeout(() => aheads.delete(address), AHEAD_MS);
    await data.catch(() => aheads.delete(address));
    return new Response(null, { status: 204 });
  };
  memories.add({
    has: (address) => Boolean(find(pages, address) ?? find(aheads, address)),
    clear: () => {
      pages.clear();
      aheads.clear();
    },
  });
  const load = async (args: LoaderArgs<Data>) => {
    if (args.url.searchParams.has(AHEAD)) return askAhead(args);
    const address = addressOf(args.url);
    if (address === openAddress) return ask(args);
    const ahead = find(aheads, address);
    aheads.delete(address);
    // One that has failed is asked for anew, so that the page says why.
    const soon = await ahead?.catch(() => undefined);
    if (soon) return soon;
    const known = find(pages, address);
    if (!known) return ask(args);
    const shown = { ...known };
    unchecked.add(shown);
    return shown;
  };
  const remember: PageMemory<Data>["remember"] = (address, data, from) => {
    const known = [...pages.values()].find((page) => page.data === from);
    if (known && known.session === currentSession()) keep(address, { ...known, data });
  };
  return { load, remember };
}

/** What is kept for an address, and counts in this session. */
function find<Data>(kept: ReadonlyMap<string, Kept<Data>>, address: string): Data | undefined {
  const { data, session } = kept.get(address) ?? {};
  return session && session === currentSession() ? data : undefined;
}

/** Whether there is any use in loading a page before anybody has pressed: it is neither open nor known. */
export function isWorthLoadingAhead(path: string): boolean {
  return navigator.onLine && path !== openAddress && !isKnown(path);
}

/** Where to load a page ahead from. */
export function aheadAddress(path: string): string {
  return `${path}?${AHEAD}`;
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
  forgotten += 1;
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
  const isShownAtOnce = address !== openAddress && isKnown(address);
  return isNavigation && isShownAtOnce ? false : defaultShouldRevalidate;
}

/** What a page is kept under. A load ahead is of a path without a query. */
function addressOf({ pathname, search, searchParams }: URL): string {
  return searchParams.has(AHEAD) ? pathname : pathname + search;
}

function isKnown(address: string): boolean {
  return [...memories].some((memory) => memory.has(address));
}

function isLasting({ searchParams }: URL): boolean {
  return [...searchParams.keys()].every((field) => LASTING_FIELDS.includes(field));
}
