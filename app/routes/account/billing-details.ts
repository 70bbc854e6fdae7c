import { readSectionAsUser } from "~/account/user-data.server";
import type { BillingDetails } from "~/billing/details/billing-details";
import { UNREACHABLE } from "~/content/forms";
import { withUnreachableFallback } from "~/forms/unreachable";
import { getPlatform } from "~/platform/context.server";
import type { Route } from "./+types/billing-details";

/** The signed-in user's next payment, card and invoices, loaded by the plan section after the page. */
export async function loader({ context }: Route.LoaderArgs) {
  return readSectionAsUser(context, async (database, session): Promise<BillingDetails> => {
    const { readLiveUser } = await import("~/account/account.server");
    const user = await readLiveUser(database, session);
    const stripeCustomerId = user?.customer?.stripeCustomerId;
    const { readBillingDetails } = await import("~/billing/details/billing-details.server");
    return readBillingDetails(getPlatform(context), { id: session.userId, stripeCustomerId });
  });
}

/** Only an explicit load asks Stripe again, not every saved form of the page. */
export const shouldRevalidate = () => false;

export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return withUnreachableFallback(
    serverLoader,
    (thrown): BillingDetails => ({
      state: "unavailable",
      message: thrown?.message ?? UNREACHABLE,
    }),
  );
}
