import { useCallback, useState, useSyncExternalStore } from "react";
import { useSubmit } from "react-router";
import type { FormResult } from "~/forms/form-result";
import type { Item } from "./item";
import { focusBeside } from "./item-focus";

/** What is done by a form: the same words as in its field `intent`. */
type SentIntent = "create" | "rename" | "feature" | "delete";

/** `edit` opens the item in a dialog, `type` opens its name in the row: nothing is sent yet. */
export type ItemIntent = SentIntent | "edit" | "type";

/** What is asked for, of one item or of several together. */
export type ItemRequest =
  | { readonly intent: "edit" | "type"; readonly items: readonly [Item] }
  | { readonly intent: "delete"; readonly items: readonly Item[] }
  | { readonly intent: "feature"; readonly items: readonly Item[]; readonly featured: boolean }
  /** The items have the names that they are to get. */
  | { readonly intent: "create" | "rename"; readonly items: readonly [Item] };

/** What was asked of one item of the list, until nothing of it is left to show. */
export interface ItemWork {
  /** Names the request, and the fetcher that does it; shared by the items that it was about. */
  readonly key: string;
  readonly intent: ItemIntent;
  /** As it is to become: what the list shows of it meanwhile. */
  readonly item: Item;
  /** How it ended; undefined while it is under way. */
  readonly result?: FormResult;
}

export type ItemWorkEvent =
  | { readonly type: "asked"; readonly work: readonly ItemWork[] }
  | { readonly type: "ended"; readonly key: string; readonly result: FormResult }
  /** Nothing of it is left to show. */
  | { readonly type: "settled"; readonly key: string };

/**
 * The work on the list after an event: one entry for each item, the latest last. A refusal stays, to be
 * shown where it was asked for, and so does what can be undone.
 */
export function reduceItemWork(
  all: readonly ItemWork[],
  event: ItemWorkEvent,
): readonly ItemWork[] {
  switch (event.type) {
    case "asked": {
      const asked = new Set(event.work.map(({ item }) => item.id));
      return [...all.filter(({ item }) => !asked.has(item.id)), ...event.work];
    }
    case "ended": {
      // What several were asked for together is told once.
      const teller = all.find(({ key }) => key === event.key);
      const isTold = event.result.status === "error" || event.result.values !== undefined;
      return all.flatMap((work) => {
        if (work.key !== event.key) return work;
        return work === teller && isTold ? { ...work, result: event.result } : [];
      });
    }
    case "settled":
      return all.filter(({ key }) => key !== event.key);
  }
}

/** False while an item is being deleted, and while the same is under way already. */
export function canAsk(known: ItemWork | undefined, intent: ItemIntent): boolean {
  if (known === undefined || known.result !== undefined) return true;
  return known.intent !== "delete" && known.intent !== intent;
}

/**
 * All work on the items of a list, as plain data. It is always the same object: who shows some of the work reads it
 * by `useAllWork` or `useWorkOn`, so that one row is drawn again for its own work and not a thousand.
 */
export interface ItemWorkList {
  readonly read: () => readonly ItemWork[];
  /** Calls `onChange` after every change, or after those of one item's work, until the returned function is called. */
  readonly subscribe: (onChange: () => void, itemId?: string) => () => void;
  /** Starts work on items, leaving out those of which `canAsk` says no. */
  readonly ask: (request: ItemRequest) => void;
  readonly end: (key: string, result: FormResult) => void;
  readonly settle: (key: string) => void;
}

/** Sends a form whose answer is read under `key`. */
type SendForm = (fields: Record<string, string>, key: string) => void;

function createItemWork(send: SendForm): ItemWorkList {
  let all: readonly ItemWork[] = [];
  /** By the item's id; by `undefined` who listens to all. */
  const listeners = new Map<string | undefined, Set<() => void>>();
  const change = (event: ItemWorkEvent) => {
    const before = all;
    all = reduceItemWork(before, event);
    const ids = new Set([...before, ...all].map(({ item }) => item.id));
    for (const id of [undefined, ...ids]) for (const tell of listeners.get(id) ?? []) tell();
  };
  return {
    read: () => all,
    subscribe(onChange, itemId) {
      const own = listeners.get(itemId) ?? new Set();
      listeners.set(itemId, own.add(onChange));
      return () => own.delete(onChange);
    },
    ask(request) {
      const { intent } = request;
      const items = request.items.filter(({ id }) => canAsk(findWork(all, id), intent));
      if (items.length === 0) return;
      if (intent === "delete") focusBeside(items.map(({ id }) => id));
      const key = crypto.randomUUID();
      const changed = request.intent === "feature" ? { featured: request.featured } : {};
      const work = items.map((item) => ({ key, intent, item: { ...item, ...changed } }));
      change({ type: "asked", work });
      if (isSent(intent)) send(fieldsOf(intent, work), key);
    },
    end: (key, result) => change({ type: "ended", key, result }),
    settle: (key) => change({ type: "settled", key }),
  };
}

/** The work on the items of one list, none at first. */
export function useItemWork(): ItemWorkList {
  const submit = useSubmit();
  const [list] = useState(() =>
    createItemWork((fields, fetcherKey) =>
      submit(fields, { method: "post", action: "/dashboard", navigate: false, fetcherKey }),
    ),
  );
  return list;
}

export function useAllWork({ subscribe, read }: ItemWorkList): readonly ItemWork[] {
  return useSyncExternalStore(subscribe, read, read);
}

/** The work on one item; undefined when there is none. */
export function useWorkOn({ subscribe, read }: ItemWorkList, itemId: string): ItemWork | undefined {
  const readOwn = () => findWork(read(), itemId);
  const subscribeToOwn = useCallback(
    (onChange: () => void) => subscribe(onChange, itemId),
    [subscribe, itemId],
  );
  return useSyncExternalStore(subscribeToOwn, readOwn, readOwn);
}

/** True for what the server does. */
export function isSent(intent: ItemIntent): intent is SentIntent {
  return intent !== "edit" && intent !== "type";
}

function fieldsOf(intent: SentIntent, work: readonly ItemWork[]): Record<string, string> {
  const [{ item } = { item: undefined }] = work;
  return {
    intent,
    id: work.map(({ item: { id } }) => id).join(","),
    name: item?.name ?? "",
    featured: String(item?.featured),
  };
}

function findWork(all: readonly ItemWork[], itemId: string): ItemWork | undefined {
  return all.find(({ item }) => item.id === itemId);
}

/** What can be undone, the latest of it. */
export function findOffer(all: readonly ItemWork[]): ItemWork | undefined {
  return all.findLast(({ result }) => result?.status === "success");
}
