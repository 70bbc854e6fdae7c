/** What was asked of the items of a list: as data, and as the list that holds it. */
import type { FormResult } from "~/forms/form-result";
import type { Item } from "./item";

/** What is done by a form: the same words as in its field `intent`. */
export type SentIntent = "create" | "rename" | "feature" | "delete";

/** `edit` opens the item in a dialog, `type` opens its name in the row: nothing is sent yet. */
export type ItemIntent = SentIntent | "edit" | "type";

/** What is asked for, of one item or of several together. */
export type ItemRequest =
  | { readonly intent: "edit" | "type"; readonly items: readonly [Item] }
  | { readonly intent: "delete"; readonly items: readonly Item[] }
  | { readonly intent: "feature"; readonly items: readonly Item[]; readonly featured: boolean }
  /** The items have the names that they are to get. */
  | { readonly intent: "create" | "rename"; readonly items: readonly [Item] };

/** One thing that was asked of one item of the list, until nothing of it is left to show. */
export interface ItemWork {
  /** Names the request; shared by the items that it was about. */
  readonly key: string;
  /** Whether the request was about several items: its end is told at the bottom of the window, not in one of the rows. */
  readonly isOfSeveral: boolean;
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
 * The work on the list after an event, the latest last. What is asked takes the place of all that is not under way
 * with the item. A refusal stays, to be shown where it was asked for, and so does what can be undone.
 */
export function reduceItemWork(
  all: readonly ItemWork[],
  event: ItemWorkEvent,
): readonly ItemWork[] {
  switch (event.type) {
    case "asked": {
      const asked = new Set(event.work.map(({ item }) => item.id));
      return [...all.filter((work) => isUnderWay(work) || !asked.has(work.item.id)), ...event.work];
    }
    case "ended": {
      const { key, result } = event;
      const isTold = result.status === "error" || result.values !== undefined;
      return all.flatMap((work) => {
        if (work.key !== key) return work;
        return isTold ? { ...work, result } : [];
      });
    }
    case "settled":
      return all.filter(({ key }) => key !== event.key);
  }
}

/** False while an item is being deleted, and while the same is under way already. */
export function canAsk(known: ItemWork | undefined, intent: ItemIntent): boolean {
  return !known || Boolean(known.result) || (known.intent !== "delete" && known.intent !== intent);
}

/**
 * What is left of the work when the list goes: what runs, what can be undone, and refusals with a text that would be
 * lost. The rest was told already, or is open and not sent.
 */
export function keepWhenLeft(all: readonly ItemWork[]): readonly ItemWork[] {
  return all.filter((work) => {
    const { intent, result } = work;
    if (!result) return isUnderWay(work);
    return result.status === "success" || intent === "create" || intent === "rename";
  });
}

/** True while the server is asked. */
export function isUnderWay({ intent, result }: ItemWork): boolean {
  return isSent(intent) && !result;
}

/** True while an item's name is open to be changed, in its row or in a dialog; one that was refused stays so. */
export function isOpen({ intent, result }: ItemWork): boolean {
  return result ? intent === "rename" && result.status === "error" : !isSent(intent);
}

/** True for what the server does. */
export function isSent(intent: ItemIntent): intent is SentIntent {
  return intent !== "edit" && intent !== "type";
}

/** The latest work on one item; undefined when there is none. */
export function findWork(all: readonly ItemWork[], itemId: string): ItemWork | undefined {
  return all.findLast(({ item }) => item.id === itemId);
}

/** What is told at the bottom of the window: the latest that can be undone, or that was refused to several items. */
export function findTold(all: readonly ItemWork[]): ItemWork | undefined {
  return all.findLast(
    ({ result, isOfSeveral }) => result && (result.status === "success" || isOfSeveral),
  );
}
