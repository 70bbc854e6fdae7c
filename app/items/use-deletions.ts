import { useCallback, useState } from "react";
import { useSubmit } from "react-router";

/** An item that was asked to go. It keeps its place here until it is settled what became of it. */
export interface PendingDeletion {
  readonly itemId: string;
  /** The fetcher that deletes it; outlives the item's row. */
  readonly fetcherKey: string;
  /** Why the item stays. */
  readonly refusal?: string;
}

export interface Deletions {
  /** In order; the last one is the first to be offered back. */
  readonly all: readonly PendingDeletion[];
  /** Deletes an item, at once for the eye. */
  start(itemId: string): void;
  refuse(fetcherKey: string, message: string): void;
  settle(fetcherKey: string): void;
  /** What to think of an item meanwhile. */
  find(itemId: string): PendingDeletion | undefined;
}

/** Keeps what was deleted since the page was opened, so that each deletion can be refused or undone. */
export function useDeletions(): Deletions {
  const submit = useSubmit();
  const [all, setAll] = useState<readonly PendingDeletion[]>([]);
  const start = useCallback(
    (itemId: string) => {
      const fetcherKey = crypto.randomUUID();
      setAll((known) => [
        ...known.filter((other) => other.itemId !== itemId),
        { itemId, fetcherKey },
      ]);
      submit(
        { intent: "delete", id: itemId },
        { method: "post", action: "/dashboard", navigate: false, fetcherKey },
      );
    },
    [submit],
  );
  const refuse = useCallback((fetcherKey: string, refusal: string) => {
    setAll((known) =>
      known.map((each) => (each.fetcherKey === fetcherKey ? { ...each, refusal } : each)),
    );
  }, []);
  const settle = useCallback((fetcherKey: string) => {
    setAll((known) => known.filter((each) => each.fetcherKey !== fetcherKey));
  }, []);
  const find = (itemId: string) => all.find((each) => each.itemId === itemId);
  return { all, start, refuse, settle, find };
}
