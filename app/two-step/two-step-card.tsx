import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { TWO_STEP_PATH } from "./two-step";

/** Whether signing in takes a code, and the way to change that. */
export function TwoStepCard({ isOn }: { isOn: boolean }) {
  return (
    <Card>
      <h2 className="text-subheading">Two-step verification</h2>
      <p className="mt-3 text-ink-soft">
        {isOn
          ? "It is on: signing in takes a code from your authenticator app as well."
          : "It is off. With it, signing in takes a code from an app on your phone as well."}
      </p>
      <ButtonLink to={TWO_STEP_PATH} variant="secondary" className="mt-4">
        {isOn ? "Manage authenticator apps" : "Set up two-step verification"}
      </ButtonLink>
    </Card>
  );
}
