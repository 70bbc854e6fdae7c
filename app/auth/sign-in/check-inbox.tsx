import { type ReactNode, useEffect } from "react";
import { AuthTitle } from "./auth-title";
import { ResendConfirmation } from "./resend-confirmation";
import { startResendCooldown } from "./resend-cooldown";

/** In the place of a form whose address has to be confirmed first. */
export function CheckInbox({
  email,
  message,
  wasJustSent,
  challengeKey,
  children,
}: {
  email: string;
  message: string;
  /** Whether what was just done has sent a mail. */
  wasJustSent: boolean;
  challengeKey: string | undefined;
  /** The ways back. */
  children: ReactNode;
}) {
  useEffect(() => {
    if (wasJustSent) startResendCooldown(email);
  }, [wasJustSent, email]);
  return (
    <>
      <AuthTitle hasFocus>Check your inbox</AuthTitle>
      <p role="status">{message}</p>
      <p className="text-ink-soft">
        The link in it goes to <bdi className="wrap-anywhere font-semibold text-ink">{email}</bdi>.
        It may take a minute, and may be among the unwanted mail.
      </p>
      <ResendConfirmation email={email} challengeKey={challengeKey} />
      <p className="text-center text-sm">{children}</p>
    </>
  );
}
