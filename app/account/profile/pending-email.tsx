import type { useFetcher } from "react-router";
import { AccountField } from "~/auth/account-field";
import { pendingEmail } from "~/content/account";
import type { FormResult } from "~/forms/form-result";
import { Button } from "~/ui/button";

/** A pending email change. Both addresses confirm it by following a link. */
export interface EmailChange {
  readonly newEmail: string;
  /** The addresses that have not confirmed yet. */
  readonly awaitingConfirmation: "both" | "old" | "new";
  readonly isExpired: boolean;
}

/** A pending email change: the next step, and buttons to resend the emails or cancel the change. */
export function PendingEmailChange({
  email,
  change,
  isJustRequested,
  fetcher,
  onSubmit,
}: {
  email: string;
  change: EmailChange;
  /** The form's result says the next step. */
  isJustRequested: boolean;
  /** Owned by the page, which shows the result: this component may be unmounted by then. */
  fetcher: ReturnType<typeof useFetcher<FormResult>>;
  onSubmit: () => void;
}) {
  const pending = fetcher.formData?.get("intent");
  return (
    <div className="grid gap-3 rounded-control border border-line-strong bg-sunken p-4">
      <p className="wrap-anywhere font-semibold">
        {pendingEmail.becomes} <bdi>{change.newEmail}</bdi>
      </p>
      <p className="wrap-anywhere text-sm">
        {isJustRequested
          ? pendingEmail.until(email)
          : `${describeNextStep(email, change)} ${pendingEmail.until(email)}`}
      </p>
      <fetcher.Form method="post" className="flex flex-wrap gap-2" onSubmit={onSubmit}>
        <AccountField />
        <Button
          name="intent"
          value="resend-email"
          variant="secondary"
          pending={pending === "resend-email"}
        >
          {pendingEmail.resend}
        </Button>
        <Button
          name="intent"
          value="cancel-email-change"
          variant="secondary"
          pending={pending === "cancel-email-change"}
        >
          {pendingEmail.cancel}
        </Button>
      </fetcher.Form>
    </div>
  );
}

function describeNextStep(email: string, change: EmailChange): string {
  if (change.isExpired) return pendingEmail.expired;
  return pendingEmail[change.awaitingConfirmation](email, change.newEmail);
}
