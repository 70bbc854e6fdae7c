import { data } from "react-router";
import { readOwnPart } from "~/account/own-data.server";
import { orUnreachable } from "~/forms/unreachable";
import { GONE_MESSAGE, type Item, type ItemAnswer } from "~/items/item";
import { isItemId } from "~/items/schema";
import type { Route } from "./+types/item";

type Answer = ItemAnswer<{ item: Item }>;

/** One of the signed-in user's items, to be edited. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { readItem } = await import("~/items/items.server");
  return readOwnPart(context, async (database, { userId }) => {
    const item = isItemId(params.id) ? await readItem(database, userId, params.id) : undefined;
    const answer: Answer = item
      ? { status: "success", item }
      : { status: "error", message: GONE_MESSAGE };
    return data(answer, { status: item ? 200 : 404 });
  });
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return orUnreachable(serverLoader, (message): Answer => ({ status: "error", message }));
}
