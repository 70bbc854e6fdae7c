import type { FetcherWithComponents } from "react-router";
import { AccountForm } from "~/auth/session/account-form";
import { Button } from "~/ui/button";
import type { EmailChange } from "./read-profile.server";

/** The intents of the buttons of a pending change. A result has the first among its values. */
export const CANCEL_INTENT = "cancel-email-change";
export const RESEND_INTENT = "resend-email";

/** A pending email change: the next step, and buttons to resend the emails or cancel the change. */
export function PendingEmailChange({
  email,
  change,
  isJustRequested,
  Form,
  pendingIntent,
}: {
  email: string;
  change: EmailChange;
  /** True right after the request: the form's result says the next step. */
  isJustRequested: boolean;
  Form: FetcherWithComponents<unknown>["Form"];
  /** The intent that is being submitted. */
  pendingIntent: FormDataEntryValue | null | undefined;
}) {
  return (
    <div className="grid gap-3 rounded-control border border-line-strong bg-sunken p-4">
      <p className="wrap-anywhere font-semibold">
        You asked to change your email to <bdi>{change.newEmail}</bdi>
      </p>
      <p className="wrap-anywhere text-sm">
        <span>{isJustRequested ? null : `${describeEmailChange(email, change)} `}</span>
        <span>{`Until it changes, sign in with ${email}.`}</span>
      </p>
      <AccountForm as={Form} className="flex flex-wrap gap-2">
        <Button
          name="intent"
          value={RESEND_INTENT}
          variant="secondary"
          pending={pendingIntent === RESEND_INTENT}
        >
          Send the emails again
        </Button>
        <Button
          name="intent"
          value={CANCEL_INTENT}
          variant="secondary"
          pending={pendingIntent === CANCEL_INTENT}
        >
          Cancel the change
        </Button>
      </AccountForm>
    </div>
  );
}

function describeEmailChange(email: string, change: EmailChange): string {
  if (change.isExpired)
    return "The links no longer work: an hour has passed, or your password was changed. Send the emails again to get new ones.";
  const { awaitingConfirmation, newEmail } = change;
  if (awaitingConfirmation === "both") {
    return `Next: click the links we sent to ${email} and to ${newEmail}.`;
  }
  const [confirmed, other] = awaitingConfirmation === "old" ? [newEmail, email] : [email, newEmail];
  return `${confirmed} is confirmed. Next: click the link we sent to ${other}.`;
}
