import { formError, formSuccess } from "~/forms/form-result";
import { orUnreachable } from "~/forms/unreachable";
import { accountPageMeta } from "~/navigation/page-meta";
import { SettingsFrame } from "~/users/settings-frame";
import { DONE_TWO_STEP, readDoneTwoStep } from "~/users/two-step";
import { TwoStepApps } from "~/users/two-step-apps";
import { TwoStepConfirmation } from "~/users/two-step-confirmation";
import { TwoStepSetUp } from "~/users/two-step-set-up";
import type { Route } from "./+types/two-step";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { listFactors } = await import("~/auth/factors.server");
  const done = readDoneTwoStep(url.searchParams.get("done"));
  return {
    factors: await listFactors(request, context),
    done: done && formSuccess(DONE_TWO_STEP[done]),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const twoStep = await import("~/users/two-step.server");
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
  const { factors, done } = loaderData;
  const { result, enrolment, removal } = actionData ?? {};
  return (
    <SettingsFrame section="password">
      {enrolment ? (
        <TwoStepConfirmation enrolment={enrolment} result={result} />
      ) : (
        <>
          <TwoStepApps factors={factors} done={done} removal={removal} result={result} />
          <TwoStepSetUp factors={factors} result={removal ? undefined : result} />
        </>
      )}
    </SettingsFrame>
  );
}
