interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** The first page has no cursor. */
type PageCursor = { readonly starting_after?: string };

/**
 * All items of a list, in Stripe's order. Replaces the SDK's iterator, which never ends when a response is
 * not a list. Throws Stripe's errors, and an error for a response that is not a list.
 */
export async function listAll<Item extends { readonly id: string }>(
  fetchPage: (cursor: PageCursor) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: PageCursor = {}; ; ) {
    const page = assertList(await fetchPage(cursor));
    items.push(...page.data);
    const last = page.data.at(-1);
    if (!page.has_more || !last) return items;
    cursor = { starting_after: last.id };
  }
}

/** Returns the page unchanged; throws when the response is not a list. */
export function assertList<Response extends Page<unknown>>(page: Response): Response {
  if (!Array.isArray(page?.data)) throw new Error("Stripe's response is not a list");
  return page;
}
