/** What the mutations of items say: results, errors and toasts. Apart from the list, as every account page has it. */
import { isolate } from "./isolate";
import { FEATURING_PLANS } from "./plans";

const quote = (name: string) => `“${isolate(name)}”`;

/** "You must upgrade to the pro or business plan to use this feature". */
export function describeUpgrade(): string {
  const plans = new Intl.ListFormat("en-US", { type: "disjunction" }).format(FEATURING_PLANS);
  return `You must upgrade to the ${plans} plan to use this feature`;
}

/** The same for items that never existed, were deleted, or belong to another user. */
export const ITEM_GONE = "This item no longer exists";

export const itemResults = {
  added: (name: string) => `Added ${quote(name)}`,
  saved: (name: string) => `Saved ${quote(name)}`,
  deleted: (items: readonly Named[]) => `Deleted ${describeItems(items)}`,
  restored: (items: readonly Named[]) => `Restored ${describeItems(items)}`,
  featured: (count: number) => `Featured ${formatItemCount(count)}`,
  unfeatured: (count: number) => `Unfeatured ${formatItemCount(count)}`,
} as const;

/** Buttons and messages of the toasts. */
export const itemToast = {
  undo: "Undo",
  retry: "Try again",
  dismiss: "Dismiss",
  plans: "See the plans",
  notAdded: (name: string) => `${quote(name)} was not added. `,
  notSaved: (name: string) => `${quote(name)} was not saved. `,
  maybeNotAdded: (name: string) => `${quote(name)} may not have been added. `,
  maybeNotSaved: (name: string) => `${quote(name)} may not have been saved. `,
} as const;

interface Named {
  readonly name: string;
}

/** "1 item", "1,200 items". */
export function formatItemCount(count: number): string {
  return count === 1 ? "1 item" : `${count.toLocaleString("en-US")} items`;
}

/** One item by name, several by count. */
function describeItems(items: readonly Named[]): string {
  const [only] = items;
  return only && items.length === 1 ? quote(only.name) : formatItemCount(items.length);
}
