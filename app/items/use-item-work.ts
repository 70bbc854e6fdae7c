import { useCallback, useReducer } from "react";
import { useSubmit } from "react-router";
import type { FormResult } from "~/forms/form-result";
import type { Item } from "./item";

/** What a row's buttons ask for. */
export type ItemIntent = "feature" | "edit" | "delete";

/** What was asked of one item of the list, until nothing of it is left to show. */
export interface ItemWork {
  /** Names the work, and the fetcher that does it. */
  readonly key: string;
  readonly itemId: string;
  readonly intent: ItemIntent;
  /** What `featured` is to become, for the intent "feature". */
  readonly featured?: boolean;
  /** How it ended; undefined while it is under way. */
  readonly result?: FormResult;
}

export type ItemWorkEvent =
  | { readonly type: "asked"; readonly work: ItemWork }
  | { readonly type: "ended"; readonly key: string; readonly result: FormResult }
  /** Nothing of it is left to show. */
  | { readonly type: "settled"; readonly key: string };

/**
 * The work on the list after an event: one entry for each item, the latest last. Refusals stay, to be
 * shown in their row, and deletions that are done stay, to be undone.
 */
export function reduceItemWork(
  all: readonly ItemWork[],
  event: ItemWorkEvent,
): readonly ItemWork[] {
  switch (event.type) {
    case "asked":
      return [...all.filter(({ itemId }) => itemId !== event.work.itemId), event.work];
    case "ended":
      return all.flatMap((work) => {
        if (work.key !== event.key) return work;
        const isOver = event.result.status === "success" && work.intent !== "delete";
        return isOver ? [] : { ...work, result: event.result };
      });
    case "settled":
      return all.filter(({ key }) => key !== event.key);
  }
}

/** False while an item is being deleted, and while the same is under way already. */
export function canAsk(known: ItemWork | undefined, intent: ItemIntent): boolean {
  if (known === undefined || known.result !== undefined) return true;
  return known.intent !== "delete" && known.intent !== intent;
}

export interface ItemWorkList {
  readonly all: readonly ItemWork[];
  /** Starts work on an item, unless `canAsk` says no. */
  readonly ask: (intent: ItemIntent, item: Item) => void;
  readonly end: (key: string, result: FormResult) => void;
  readonly settle: (key: string) => void;
}

/** All work on the items of a list, as plain data. */
export function useItemWork(): ItemWorkList {
  const submit = useSubmit();
  const [all, dispatch] = useReducer(reduceItemWork, []);
  const ask = (intent: ItemIntent, { id, featured }: Item) => {
    if (!canAsk(findWork(all, id), intent)) return;
    const key = crypto.randomUUID();
    dispatch({ type: "asked", work: { key, itemId: id, intent, featured: !featured } });
    if (intent === "edit") return;
    submit(
      { intent, id, featured: String(!featured) },
      { method: "post", action: "/dashboard", navigate: false, fetcherKey: key },
    );
  };
  const end = useCallback((key: string, result: FormResult) => {
    dispatch({ type: "ended", key, result });
  }, []);
  const settle = useCallback((key: string) => dispatch({ type: "settled", key }), []);
  return { all, ask, end, settle };
}

/** The work on an item; undefined when there is none. */
export function findWork(all: readonly ItemWork[], itemId: string): ItemWork | undefined {
  return all.find((work) => work.itemId === itemId);
}
