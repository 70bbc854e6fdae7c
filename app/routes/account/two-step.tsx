import { SettingsFrame } from "~/account/settings-frame";
import { formError, formSuccess } from "~/forms/form-result";
import { orUnreachable } from "~/forms/unreachable";
import { accountPageMeta } from "~/navigation/page-meta";
import { TwoStepApps } from "~/two-step/app-list";
import { TwoStepConfirmation } from "~/two-step/confirm-app-form";
import { TwoStepSetUp } from "~/two-step/set-up-form";
import { DONE_TWO_STEP, readDoneTwoStep } from "~/two-step/two-step";
import type { Route } from "./+types/two-step";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { listApps } = await import("~/two-step/apps.server");
  const done = readDoneTwoStep(url.searchParams.get("done"));
  return {
    apps: await listApps(request, context),
    done: done && formSuccess(DONE_TWO_STEP[done]),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const twoStep = await import("~/two-step/manage-apps.server");
  const formData = await request.formData();
  switch (formData.get("intent")) {
    case "confirm":
      return twoStep.confirmApp({ request, context }, formData);
    case "remove":
      return twoStep.removeApp({ request, context }, formData);
    default:
      return twoStep.setUpApp({ request, context }, formData);
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnreachable(serverAction, (message) => ({
    result: formError(message),
    enrolment: undefined,
    removal: undefined,
  }));
}

export const meta: Route.MetaFunction = () => accountPageMeta("Two-step verification");

export default function TwoStep({ loaderData, actionData }: Route.ComponentProps) {
  const { apps, done } = loaderData;
  const { result, enrolment, removal } = actionData ?? {};
  return (
    <SettingsFrame section="password">
      {enrolment ? (
        <TwoStepConfirmation enrolment={enrolment} result={result} />
      ) : (
        <>
          <TwoStepApps apps={apps} done={done} removal={removal} result={result} />
          <TwoStepSetUp apps={apps} result={removal ? undefined : result} />
        </>
      )}
    </SettingsFrame>
  );
}
