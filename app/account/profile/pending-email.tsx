import type { useFetcher } from "react-router";
import { AccountField } from "~/auth/account-field";
import type { FormResult } from "~/forms/form-result";
import { Button } from "~/ui/button";

/** A change of address under way: each of the two mailboxes confirms it by a link. */
export interface EmailChange {
  readonly newEmail: string;
  /** Whose link has not been followed yet. */
  readonly awaitingConfirmation: "both" | "old" | "new";
  /** The links are not good any more. */
  readonly isExpired: boolean;
}

/** A change of address under way: what is next, and the ways to speed it up or to take it back. */
export function PendingEmailChange({
  email,
  change,
  fetcher,
  onAsk: onSubmit,
}: {
  email: string;
  change: EmailChange;
  /** Belongs to the page, which shows the answer: this may be gone by then. */
  fetcher: ReturnType<typeof useFetcher<FormResult>>;
  onAsk: () => void;
}) {
  const pending = fetcher.formData?.get("intent");
  return (
    <div className="grid gap-3 rounded-control border border-line-strong bg-sunken p-4">
      <p className="wrap-anywhere font-semibold">
        Your email is about to become <bdi>{change.newEmail}</bdi>
      </p>
      <p className="wrap-anywhere text-sm">
        {describeNext(email, change)} Until then you sign in with {email}.
      </p>
      <fetcher.Form method="post" className="flex flex-wrap gap-2" onSubmit={onSubmit}>
        <AccountField />
        <Button
          name="intent"
          value="resend-email"
          variant="secondary"
          pending={pending === "resend-email"}
        >
          Send the emails again
        </Button>
        <Button
          name="intent"
          value="withdraw-email"
          variant="secondary"
          pending={pending === "withdraw-email"}
        >
          Withdraw the change
        </Button>
      </fetcher.Form>
    </div>
  );
}

function describeNext(
  email: string,
  { newEmail, awaitingConfirmation: waitsFor, isExpired }: EmailChange,
): string {
  if (isExpired) return "The links were good for an hour, which is over: have new ones sent.";
  switch (waitsFor) {
    case "both":
      return `Next: click the links we mailed to ${email} and to ${newEmail}.`;
    case "old":
      return `${newEmail} has confirmed. Next: click the link we mailed to ${email}.`;
    case "new":
      return `${email} has confirmed. Next: click the link we mailed to ${newEmail}.`;
  }
}
