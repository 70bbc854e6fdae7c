import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { UNREACHABLE } from "~/forms/unreachable";
import {
  ITEMS_PER_PAGE,
  type Item,
  type ItemAnswer,
  type ItemPage,
  isOlder,
  MAX_PAGES,
} from "./item";
import { focusItem } from "./item-focus";
import { type ItemView, viewParams, viewPath } from "./item-view";

/** The part of the list behind its first page, as far as it was asked for. */
export interface OlderItems {
  readonly items: readonly Item[];
  /** Where the list goes on behind them; null at its end. */
  readonly next: string | null;
  readonly isLoading: boolean;
  /** Why the last request failed. */
  readonly problem: string | undefined;
  /** False when so many are shown that the rest belongs in a document of its own. */
  readonly canGrow: boolean;
  /** Loads one more page. */
  readonly loadMore: () => void;
  readonly tryAgain: () => void;
}

/** What the page was loaded with. */
export interface LoadedPage {
  readonly first: ItemPage;
  /** How many pages long `first` is; null where it is not the beginning of the list. */
  readonly firstPages: number | null;
  readonly view: ItemView;
  /** Is told how many pages are shown once there are more, and what is on them. */
  readonly onLonger: (pages: number, page: ItemPage) => void;
}

/**
 * Loads what follows the page `first`, always as one piece: the router reads it again after every change,
 * and items that come or go leave neither a gap nor a repetition.
 */
export function useOlderItems({ first, firstPages, view, onLonger }: LoadedPage): OlderItems {
  const { data, load, state } = useFetcher<ItemAnswer<{ page: ItemPage }>>();
  const [pages, setPages] = useState(0);
  const [known, setKnown] = useState<ItemPage>();
  if (data?.status === "success" && data.page !== known) setKnown(data.page);

  const url =
    first.next && pages > 0
      ? `/items?${viewParams(view, { before: first.next, pages: String(pages) })}`
      : undefined;
  const [isOffline, setIsOffline] = useState(false);
  const ask = useCallback(() => {
    // Without a connection the router could lack the route's file, and would then leave the page to load it anew.
    setIsOffline(!navigator.onLine);
    if (url && navigator.onLine) load(url);
  }, [url, load]);
  useEffect(ask, [ask]);

  const older = url ? known : undefined;
  const last = first.items.at(-1);
  // Until the first page and the rest come from the same time, an item may be in both.
  const items = useMemo(
    () => (last && older ? older.items.filter((item) => isOlder(item, last)) : []),
    [last, older],
  );
  const olderNext = older?.next ?? null;
  useEffect(() => {
    if (firstPages === null || items.length === 0) return;
    onLonger(firstPages + pages, { items: [...first.items, ...items], next: olderNext });
  }, [firstPages, pages, first, items, olderNext, onLonger]);
  const refusal = data?.status === "error" && state === "idle" ? data.message : undefined;
  const problem = isOffline ? UNREACHABLE : refusal;
  const isShort = older?.next !== null && (older?.items.length ?? 0) < pages * ITEMS_PER_PAGE;
  const focusNextArrival = useFocusOnArrival(items);
  return {
    items,
    next: older ? older.next : first.next,
    isLoading: url !== undefined && problem === undefined && isShort,
    problem: url && problem,
    canGrow: pages + (firstPages ?? 1) < MAX_PAGES,
    loadMore() {
      focusNextArrival();
      setPages(pages + 1);
      if (firstPages !== null) rememberPages(view, firstPages + pages + 1);
    },
    tryAgain: ask,
  };
}

/**
 * Writes into the address how much is shown, so that whoever comes back or reloads is given as much, and
 * the scroll place with it. The router need not know: it would load the page again.
 */
function rememberPages(view: ItemView, pages: number): void {
  window.history.replaceState(window.history.state, "", viewPath(view, { pages: String(pages) }));
}

/**
 * The button that was pressed to load more is gone by the time they arrive: the focus goes to the first
 * item behind those that were there when the returned function was called.
 */
function useFocusOnArrival(items: readonly Item[]): () => void {
  const awaited = useRef<number>(undefined);
  useEffect(() => {
    const arrived = awaited.current === undefined ? undefined : items[awaited.current];
    if (!arrived) return;
    awaited.current = undefined;
    focusItem(arrived.id);
  }, [items]);
  return () => {
    awaited.current = items.length;
  };
}
