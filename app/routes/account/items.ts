import { data } from "react-router";
import { readOwnPart } from "~/account/own-data.server";
import { orUnreachable } from "~/forms/unreachable";
import { decodeCursor } from "~/items/cursor";
import { ITEMS_PER_PAGE, type ItemAnswer, type ItemPage, MAX_PAGES } from "~/items/item";
import { readItemView } from "~/items/item-view";
import type { Route } from "./+types/items";

type Answer = ItemAnswer<{ page: ItemPage }>;

/**
 * `?before=<cursor>&pages=<count>`: as many pages of the signed-in user's items, from there on, as one;
 * `q` and `show` search and filter them, as on the dashboard.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const before = decodeCursor(url.searchParams.get("before"));
  const pages = Number(url.searchParams.get("pages") ?? 1);
  if (!before || !Number.isInteger(pages) || pages < 1 || pages > MAX_PAGES) {
    const answer: Answer = { status: "error", message: "This list cannot go on from there" };
    return data(answer, { status: 400 });
  }
  const range = { before, size: pages * ITEMS_PER_PAGE, view: readItemView(url.searchParams) };
  const { readItemPage } = await import("~/items/items.server");
  return readOwnPart(context, async (database, { userId }): Promise<Answer> => {
    return { status: "success", page: await readItemPage(database, userId, range) };
  });
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return orUnreachable(serverLoader, (message): Answer => ({ status: "error", message }));
}
