import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { checkInbox } from "~/content/auth/auth-pages";
import { Challenge } from "~/forms/challenge";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { getResendCooldown, startResendCooldown } from "./resend-cooldown";

/** Resends the confirmation at most once a minute, with a countdown. */
export function ResendConfirmation({
  email,
  challengeKey,
}: {
  email: string;
  challengeKey: string | undefined;
}) {
  const fetcher = useFetcher<FormResult>();
  const pending = fetcher.state !== "idle";
  const isSent = fetcher.data?.status === "success";
  useEffect(() => {
    if (isSent && !pending) startResendCooldown(email);
  }, [isSent, pending, email]);
  const secondsLeft = useResendCooldown(email, fetcher.data);
  if (!email) return null;
  return (
    <fetcher.Form method="post" className="grid gap-3">
      {fetcher.data?.message && !pending ? (
        <Alert type={fetcher.data.status}>{fetcher.data.message}</Alert>
      ) : null}
      <input type="hidden" name="email" value={email} />
      <Challenge siteKey={challengeKey} result={fetcher.data} />
      <Button
        name="intent"
        value="resend"
        variant="secondary"
        pending={pending}
        disabled={secondsLeft > 0}
      >
        {secondsLeft > 0 ? checkInbox.resendIn(secondsLeft) : checkInbox.resend}
      </Button>
    </fetcher.Form>
  );
}

/** Counts in the browser only: without JavaScript the button is always enabled. Restarts when `result` changes. */
function useResendCooldown(email: string, result: unknown): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result may have started another cooldown
  useEffect(() => {
    const update = () => setSecondsLeft(getResendCooldown(email));
    update();
    const timer = setInterval(update, 1_000);
    return () => clearInterval(timer);
  }, [email, result]);
  return secondsLeft;
}
