import type { FormResult } from "~/forms/form-result";
import { Card } from "~/ui/card";
import type { AuthenticatorApp } from "../codes/code-fields";
import { CodeForm } from "../codes/code-form";

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryCodesCard({
  apps,
  left,
  result,
}: {
  apps: readonly AuthenticatorApp[];
  /** Undefined when nobody can tell right now. */
  left: number | undefined;
  /** The answer to asking for new ones. */
  result: FormResult | undefined;
}) {
  return (
    <Card>
      <h2 className="text-subheading">Recovery codes</h2>
      <p className="mt-4 font-semibold">Codes left: {left ?? "we can't tell right now"}</p>
      <p className="mt-2 text-ink-soft">
        Each lets you in once without your app. Make new ones when they are used up, lost, or seen
        by somebody: the old ones stop working.
      </p>
      <CodeForm
        summary="Make new recovery codes"
        apps={apps}
        intent="renew-codes"
        button="Make new codes"
        result={result}
      />
    </Card>
  );
}
