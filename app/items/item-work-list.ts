/** All work on the items of the list, and who is told of its changes. */
import type { FormResult } from "~/forms/form-result";
import type { Item } from "./item";
import { focusBeside } from "./item-focus";
import {
  canAsk,
  findWork,
  type ItemRequest,
  type ItemWork,
  type ItemWorkEvent,
  isSent,
  isUnderWay,
  keepWhenLeft,
  reduceItemWork,
  type SentIntent,
} from "./item-work";

/** Sends a form of the dashboard, which names the work by `key`; undefined where no answer came. */
export type SendWork = (
  fields: Readonly<Record<string, string>>,
  key: string,
) => Promise<FormResult | undefined>;

/**
 * The work is plain data. The list is always the same object: who shows some of the work reads it by `useAllWork`
 * or `useWorkOn`, so that one row is drawn again for its own work and not a thousand.
 */
export interface ItemWorkList {
  readonly read: () => readonly ItemWork[];
  /** Calls `onChange` after every change, or after those of one item's work, until the returned function is called. */
  readonly subscribe: (onChange: () => void, itemId?: string) => () => void;
  /** Starts work on items, leaving out those of which `canAsk` says no. */
  readonly ask: (request: ItemRequest) => void;
  /** The answer to what was sent, as soon as the router has read the page again. */
  readonly answerTo: (key: string) => Promise<FormResult | undefined>;
  /** Without a result nothing of it is left to show. */
  readonly end: (key: string, result?: FormResult) => void;
  /** The page is left. */
  readonly leave: () => void;
}

export function createItemWork(send: SendWork): ItemWorkList {
  let all: readonly ItemWork[] = [];
  const answers = new Map<string, Promise<FormResult | undefined>>();
  /** By the item's id; by `undefined` who listens to all. */
  const listeners = new Map<string | undefined, Set<() => void>>();
  const show = (next: readonly ItemWork[]) => {
    const ids = new Set([...all, ...next].map(({ item }) => item.id));
    all = next;
    for (const id of [undefined, ...ids]) for (const tell of listeners.get(id) ?? []) tell();
  };
  const change = (event: ItemWorkEvent) => show(reduceItemWork(all, event));
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
      const isOfSeveral = items.length > 1;
      const work = items.map((asked) => {
        const known = findWork(all, asked.id);
        // What is under way shows on.
        const item = { ...(known && isUnderWay(known) ? known.item : asked), ...changeOf(request) };
        return { key, intent, isOfSeveral, item };
      });
      // One after the other, or the server might end with what was asked first.
      const earlier = items.map(({ id }) => answers.get(findWork(all, id)?.key ?? ""));
      change({ type: "asked", work });
      if (!isSent(intent)) return;
      const fields = fieldsOf(intent, work);
      answers.set(
        key,
        Promise.all(earlier).then(() => send(fields, key)),
      );
    },
    answerTo: async (key) => answers.get(key),
    end(key, result) {
      answers.delete(key);
      change(result ? { type: "ended", key, result } : { type: "settled", key });
    },
    leave: () => show(keepWhenLeft(all)),
  };
}

/** The list of this document, and the session that it belongs to. */
let kept: { readonly session: string; readonly list: ItemWorkList } | undefined;

/**
 * The work of a session, which goes on while its list is not shown. On the server, and where the browser keeps no
 * mark of the session (undefined), it is a new list each time.
 */
export function openItemWork(session: string | undefined, send: SendWork): ItemWorkList {
  if (session === undefined) return createItemWork(send);
  if (kept?.session !== session) kept = { session, list: createItemWork(send) };
  return kept.list;
}

/** What a request makes of each of its items at once. */
function changeOf(request: ItemRequest): Partial<Item> {
  if (request.intent === "feature") return { featured: request.featured };
  return request.intent === "rename" ? { name: request.items[0].name } : {};
}

function fieldsOf(intent: SentIntent, work: readonly ItemWork[]): Record<string, string> {
  const item = work[0]?.item;
  return {
    intent,
    id: work.map(({ item: { id } }) => id).join(","),
    name: String(item?.name),
    featured: String(item?.featured),
  };
}
