import { readOwnPart } from "~/account/own-data.server";
import type { BillingDetails } from "~/billing/billing-details";
import { orUnreachable } from "~/forms/unreachable";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/billing-details";

/** The signed-in user's next payment, card and invoices, for the plan card of a page that is already there. */
export async function loader({ context }: Route.LoaderArgs) {
  return readOwnPart(context, async (database, { userId: id }): Promise<BillingDetails> => {
    const { readUser } = await import("~/account/account.server");
    const user = await readUser(database, id);
    const stripeCustomerId = user?.customer?.stripeCustomerId;
    const { readBillingDetails } = await import("~/billing/billing-details.server");
    return (await readBillingDetails(getPlatform(context), { id, stripeCustomerId })).details;
  });
}

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return orUnreachable(
    serverLoader,
    (message): BillingDetails => ({ state: "unavailable", message }),
  );
}
