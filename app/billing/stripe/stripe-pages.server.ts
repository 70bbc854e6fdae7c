/** Lists of Stripe, read to their end. */

interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** Which page: the first one, or the one behind an item. */
export type PageStart = { readonly starting_after?: string };

/**
 * Every item of a list, in Stripe's order. The SDK's own iterator would go on for ever over an answer that is no
 * list, so each page is looked at first. Throws Stripe's errors, and one of its own for such an answer.
 */
export async function readPages<Item extends { readonly id: string }>(
  readPage: (start: PageStart) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let start: PageStart = {}; ; ) {
    const page = assertList(await readPage(start));
    items.push(...page.data);
    const last = page.data.at(-1);
    if (!page.has_more || !last) return items;
    start = { starting_after: last.id };
  }
}

/** The page as it came; throws when it is no list. */
export function assertList<Answer extends Page<unknown>>(page: Answer): Answer {
  if (!Array.isArray(page?.data)) throw new Error("Stripe's answer is no list");
  return page;
}
