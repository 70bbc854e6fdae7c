import { recoveryCodesCard } from "~/content/auth/two-step";
import type { FormResult } from "~/forms/form-result";
import { Card } from "~/ui/card";
import { type AuthenticatorApp, CodeForm } from "../codes/code-form";
import { RENEW_CODES_INTENT } from "../two-step";

/** How many recovery codes are left, with a form to renew them. */
export function RecoveryCodesCard({
  apps,
  remaining,
  result,
}: {
  apps: readonly AuthenticatorApp[];
  remaining: number;
  /** The result of renewing them. */
  result: FormResult | undefined;
}) {
  return (
    <Card>
      <h2 className="text-subheading">{recoveryCodesCard.title}</h2>
      <p className="mt-4 font-semibold">{recoveryCodesCard.remaining(remaining)}</p>
      <p className="mt-2 text-ink-soft">{recoveryCodesCard.lead}</p>
      <CodeForm
        summary={recoveryCodesCard.open}
        apps={apps}
        intent={RENEW_CODES_INTENT}
        button={recoveryCodesCard.submit}
        result={result}
      />
    </Card>
  );
}
