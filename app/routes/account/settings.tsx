import { data, redirectDocument } from "react-router";
import { readUser } from "~/account/account.server";
import { failureHeaders } from "~/account/failure-headers";
import { readOwn } from "~/account/own-data.server";
import { PasswordForm } from "~/account/password-form";
import { ProfileForm } from "~/account/profile-form";
import { readSection, SECTION_TITLES } from "~/account/sections";
import { SettingsFrame } from "~/account/settings-frame";
import { YourData } from "~/account/your-data";
import { getRequiredSession } from "~/auth/session.server";
import { BillingUnavailable } from "~/billing/billing-unavailable";
import { FROM_PORTAL, openBilling } from "~/billing/open-billing.server";
import { keepInput } from "~/forms/unreachable";
import { accountPageMeta } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { TwoStepCard } from "~/two-step/two-step-card";
import type { Route } from "./+types/settings";

/** The billing section has no page of its own unless Stripe does not answer: it leads on. */
export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const section = readSection(params.section);
  const session = getRequiredSession(context);
  const user = await readOwn({ request, context }, (database, { userId }) =>
    readUser(database, userId),
  );
  if (section === "billing") {
    const destination = await openBilling(platform, user);
    if (destination) throw redirectDocument(destination);
  }
  if (url.searchParams.has(FROM_PORTAL)) {
    const { syncUser } = await import("~/billing/sync-user.server");
    await syncUser(platform, user.id);
  }
  const page = {
    section,
    name: user.name,
    email: user.email,
    // Whoever comes back from signing in again finds what they had typed.
    typedEmail: url.searchParams.get("email"),
    providers: session.providers,
    hasTwoStep: session.twoStep === "done",
  };
  if (section !== "billing") return data(page);
  return data(page, { status: 503, headers: { "Retry-After": "10" } });
}

export const headers = failureHeaders;

export async function action({ request, params, context }: Route.ActionArgs) {
  const formData = await request.formData();
  if (readSection(params.section) === "password") {
    const { updatePassword } = await import("~/account/password.server");
    return updatePassword({ request, context }, formData);
  }
  const { updateProfile } = await import("~/account/profile.server");
  return updateProfile({ request, context }, formData);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepInput(serverAction);
}

export const meta: Route.MetaFunction = ({ params }) =>
  accountPageMeta(`${SECTION_TITLES[readSection(params.section)]} settings`);

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { section, ...user } = loaderData;
  return (
    <SettingsFrame section={section}>
      {section === "general" ? (
        <>
          <ProfileForm {...user} result={actionData} />
          <YourData />
        </>
      ) : null}
      {section === "password" ? (
        <>
          <PasswordForm providers={user.providers} result={actionData} />
          <TwoStepCard isOn={user.hasTwoStep} />
        </>
      ) : null}
      {section === "billing" ? <BillingUnavailable /> : null}
    </SettingsFrame>
  );
}
