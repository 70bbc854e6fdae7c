import { data } from "react-router";
import { readOwnPart } from "~/account/own-data.server";
import { orUnreachable } from "~/forms/unreachable";
import { decodeCursor } from "~/items/cursor";
import type { ItemAnswer, ItemPage } from "~/items/item";
import { readItemPage } from "~/items/items.server";
import type { Route } from "./+types/items";

type Answer = ItemAnswer<{ page: ItemPage }>;

/** `?before=<cursor>`: the next page of the signed-in user's items. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const before = decodeCursor(url.searchParams.get("before"));
  if (!before) {
    const answer: Answer = { status: "error", message: "This list cannot go on from there" };
    return data(answer, { status: 400 });
  }
  return readOwnPart(context, async (database, { userId }): Promise<Answer> => {
    return { status: "success", page: await readItemPage(database, userId, { before }) };
  });
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return orUnreachable(serverLoader, (message): Answer => ({ status: "error", message }));
}
