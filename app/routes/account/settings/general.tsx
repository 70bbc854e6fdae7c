import { readOwn } from "~/account/own-data.server";
import { createPageMemory, forgetAfter } from "~/account/page-memory";
import { ProfileForm } from "~/account/profile-form";
import { YourData } from "~/account/your-data";
import { getForm } from "~/auth/own-form.server";
import { getSession } from "~/auth/visitor.server";
import { WAIT_FOR_DETAILS } from "~/billing/billing-details";
import { FROM_PORTAL } from "~/billing/open-billing.server";
import { formResponse } from "~/forms/form-result";
import { keepInput } from "~/forms/unreachable";
import { pageHeaders } from "~/navigation/page-headers";
import { accountPageMeta } from "~/navigation/private-meta";
import { getPlatform } from "~/platform/context.server";
import { lazyPart } from "~/ui/lazy-part";
import type { Route } from "./+types/general";

/** Only this page has it, so it is no part of what the Worker reads for all others. */
const AccountPlanCard = lazyPart(
  async () => (await import("~/billing/account-plan-card")).AccountPlanCard,
);

/**
 * `from-portal`: back from the billing portal, so Stripe is asked first. `details`: for browsers without scripts,
 * which wait for what Stripe knows. `email`: whoever comes back from signing in again finds what they had typed.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { readProfile } = await import("~/account/account.server");
  const { describePlan, readDetailsNow } = await import("~/billing/account-plan.server");
  const platform = getPlatform(context);
  const { userId, providers } = getSession(context);
  const read = () => readOwn(context, (database) => readProfile(database, userId));
  let user = await read();
  const isBackFromPortal = url.searchParams.has(FROM_PORTAL);
  const waits = isBackFromPortal || url.searchParams.has(WAIT_FOR_DETAILS);
  const [now] = await Promise.all([
    waits ? readDetailsNow(platform, user) : { details: null, changes: null },
    isBackFromPortal
      ? import("~/billing/sync-user.server").then(({ syncUser }) => syncUser(platform, userId))
      : null,
  ]);
  if (isBackFromPortal) user = await read();
  return {
    profile: {
      name: user.name,
      email: user.email,
      emailChange: user.emailChange,
      isEmailChanged: url.searchParams.has("email-changed"),
      typedEmail: url.searchParams.get("email"),
      providers,
    },
    plan: describePlan(user.customer, platform),
    ...now,
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { runProfileAction } = await import("~/account/profile.server");
  return formResponse(await runProfileAction(context, getForm(context)));
}

const { load } = createPageMemory<Awaited<ReturnType<Route.ClientLoaderArgs["serverLoader"]>>>();

export function clientLoader(args: Route.ClientLoaderArgs) {
  return load(args);
}
clientLoader.hydrate = true as const;

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepInput(() => forgetAfter(serverAction));
}

export const headers = pageHeaders;

export const meta: Route.MetaFunction = () => accountPageMeta("General settings");

export default function GeneralSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, plan, details, changes } = loaderData;
  return (
    <>
      <ProfileForm {...profile} result={actionData} />
      <AccountPlanCard
        plan={plan}
        email={profile.email}
        details={details}
        changes={changes}
        isAnswer={actionData !== undefined}
      />
      <YourData />
    </>
  );
}
