import { href } from "react-router";
import { readAsUser } from "~/account/user-data.server";
import { getFormData } from "~/auth/session/account-form.server";
import { getSession } from "~/auth/session/auth.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import { formResponse } from "~/forms/form-result";
import { withFlash } from "~/navigation/flash.server";
import { noindexMeta } from "~/navigation/noindex-meta";
import { getPlatform } from "~/platform/context.server";
import { AppList } from "~/two-step/apps/app-list";
import type { TwoStepResult } from "~/two-step/apps/apps.server";
import { ConfirmAppForm, SetUpForm } from "~/two-step/apps/set-up-forms";
import { CodeForm } from "~/two-step/codes/code-form";
import { NewRecoveryCodes } from "~/two-step/recovery/new-recovery-codes";
import { GENERATE_CODES_INTENT } from "~/two-step/schema";
import { useFlash } from "~/ui/use-flash";
import type { Route } from "./+types/two-step";

export async function loader({ context }: Route.LoaderArgs) {
  const { listApps } = await import("~/two-step/apps/apps.server");
  const { twoStepFlash } = await import("~/two-step/recovery/recover.server");
  const { countRecoveryCodes } = await import("~/two-step/recovery/recovery-codes.server");
  // One after the other: listApps may throw a redirect, which closes the connection of a parallel read.
  const apps = await listApps(context, href("/settings/two-step"));
  const codesRemaining = await readAsUser(context, (database, session) =>
    countRecoveryCodes(database, requireLiveSession(session)),
  );
  const { userId } = getSession(context);
  return withFlash(getPlatform(context), userId, twoStepFlash, { apps, codesRemaining });
}

export async function action({ context }: Route.ActionArgs) {
  const { changeTwoStep } = await import("~/two-step/apps/apps.server");
  return formResponse(await changeTwoStep(context, getFormData(context)));
}

export const meta: Route.MetaFunction = () => noindexMeta("Two-step verification");

/** The codes or the app of a result, which no one can read again; undefined for other results. */
function renderSecrets(result: TwoStepResult | undefined) {
  const { codes, enrollment } = result ?? {};
  if (codes) return <NewRecoveryCodes codes={codes} result={result} />;
  return enrollment ? (
    <ConfirmAppForm key={enrollment.app} enrollment={enrollment} result={result} />
  ) : undefined;
}

/** Shows them also when the loader fails after the action. */
export function ErrorBoundary({ error, actionData }: Route.ErrorBoundaryProps) {
  const secrets = renderSecrets(actionData);
  if (!secrets) throw error;
  return secrets;
}

export default function TwoStepSettings({ loaderData, actionData: result }: Route.ComponentProps) {
  const { apps, codesRemaining } = loaderData;
  const change = useFlash(loaderData.flash);
  const { intent, appId } = result?.values ?? {};
  const isGeneration = intent === GENERATE_CODES_INTENT;
  const secrets = renderSecrets(result);
  if (secrets) return secrets;
  // Shown with its app or codes, unless the app is gone by now.
  const isAbove = isGeneration || apps.some(({ id }) => id === appId);
  const setUp = <SetUpForm apps={apps} result={isAbove ? undefined : result} />;
  if (apps.length === 0)
    return (
      <AppList apps={apps} change={change} result={result}>
        {setUp}
      </AppList>
    );
  return (
    <>
      <AppList apps={apps} change={change} result={result} />
      <section className="card">
        <h2 className="text-subheading">Recovery codes</h2>
        <p className="mt-5 font-semibold">
          {`${codesRemaining} recovery ${codesRemaining === 1 ? "code" : "codes"} left`}
        </p>
        <p className="mt-2 text-ink-soft">
          Each code lets you in once without your app. If you run out, lose them, or think someone
          has seen them, generate new ones: the old ones stop working.
        </p>
        <CodeForm
          summary="Generate new recovery codes"
          apps={apps}
          intent={GENERATE_CODES_INTENT}
          button="Generate new codes"
          result={isGeneration ? result : undefined}
        />
      </section>
      <section className="card">
        <h2 className="mb-5 text-subheading">Add another authenticator app</h2>
        {setUp}
      </section>
    </>
  );
}
