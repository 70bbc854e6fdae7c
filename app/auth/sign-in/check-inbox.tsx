import { type ReactNode, useEffect } from "react";
import { checkInbox } from "~/content/auth/auth-pages";
import { AuthTitle } from "./auth-title";
import { ResendConfirmation } from "./resend-confirmation";
import { startResendCooldown } from "./resend-cooldown";

/** Replaces a form whose email address has to be confirmed first. */
export function CheckInbox({
  email,
  message,
  wasJustSent,
  challengeKey,
  children,
}: {
  email: string;
  message: string;
  /** Whether the form just requested an email. */
  wasJustSent: boolean;
  challengeKey: string | undefined;
  /** A link back to the form. */
  children: ReactNode;
}) {
  useEffect(() => {
    if (wasJustSent) startResendCooldown(email);
  }, [wasJustSent, email]);
  return (
    <>
      <AuthTitle hasFocus>{checkInbox.title}</AuthTitle>
      <p role="status">{message}</p>
      <p className="text-ink-soft">
        {checkInbox.beforeAddress}
        <bdi className="wrap-anywhere font-semibold text-ink">{email}</bdi>
        {checkInbox.afterAddress}
      </p>
      <ResendConfirmation email={email} challengeKey={challengeKey} />
      <p className="text-center text-sm">{children}</p>
    </>
  );
}
