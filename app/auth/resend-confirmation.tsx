import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { Challenge } from "~/forms/challenge";
import type { FormResult } from "~/forms/form-result";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";

/** Supabase sends one mail a minute to an address. */
const COOLDOWN_S = 60;

/** Sends the confirmation once more, at most once a minute, counting down in between. */
export function ResendConfirmation({
  email,
  challengeKey,
}: {
  email: string;
  challengeKey: string | undefined;
}) {
  const fetcher = useFetcher<FormResult>();
  const [secondsLeft, restart] = useCountdown(COOLDOWN_S);
  if (!email) return null;
  return (
    <fetcher.Form method="post" className="grid gap-2" onSubmit={restart}>
      {fetcher.data?.message ? (
        <Alert type={fetcher.data.status}>{fetcher.data.message}</Alert>
      ) : null}
      <input type="hidden" name="email" value={email} />
      <Challenge siteKey={challengeKey} result={fetcher.data} />
      <Button
        name="intent"
        value="resend"
        variant="secondary"
        pending={fetcher.state !== "idle"}
        disabled={secondsLeft > 0}
      >
        {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : "Send the email again"}
      </Button>
    </fetcher.Form>
  );
}

/** Starts in the browser only: without JavaScript the button is never held back. */
function useCountdown(from: number): [number, () => void] {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => setSecondsLeft(from), [from]);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);
  return [secondsLeft, () => setSecondsLeft(from)];
}
