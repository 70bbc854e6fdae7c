import { type ReactNode, useEffect, useState } from "react";
import { Form, href, useLocation } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm, useIsSubmitting } from "~/forms/use-form";
import { ERROR_CODES, RETRY_AFTER_S } from "~/http/app-error";
import { fullTitle } from "~/navigation/noindex-meta";
import { Turnstile } from "~/turnstile/turnstile";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { emailCodeSchema } from "../methods/link/email-code";
import { AuthFormFooter } from "./auth-fields";
import { AuthTitle } from "./auth-title";

/** Supabase sends one email per minute to an address. */
const COOLDOWN_S = 60;

interface CheckInboxProps {
  /** `?next=…` for links to the other auth pages, or "". */
  readonly query: string;
  readonly result: FormResult | undefined;
  readonly turnstileKey: string | undefined;
  /** The plan to buy once the address is confirmed. */
  readonly plan?: string | undefined;
  readonly children: ReactNode;
}

/** Replaces `children`, the form, when its result is about an email that was or may have been sent. */
export function CheckInbox({ query, result, turnstileKey, plan, children }: CheckInboxProps) {
  const { pathname } = useLocation();
  const isSending = useIsSubmitting("resend");
  const isChecking = useIsSubmitting("email-code");
  const form = useForm({ schema: emailCodeSchema, result, pending: isChecking });
  const secondsLeft = useCooldown(result);
  const { email, kind } = result?.values ?? {};
  if (!result || !email || !kind) return children;
  const hasFailed = result.status !== "success" && result.code !== ERROR_CODES.emailNotConfirmed;
  return (
    <>
      <title>{fullTitle("Check your inbox")}</title>
      <AuthTitle hasFocus>Check your inbox</AuthTitle>
      {hasFailed ? null : <p role="status">{result.message}</p>}
      <p className="text-ink-soft">
        <span>Look for our latest email to </span>
        <bdi className="wrap-anywhere font-semibold text-ink">{email}</bdi>
        <span>, also in your spam folder.</span>
        {plan ? <span>{` Then you’ll continue to the ${plan} plan.`}</span> : null}
      </p>
      {hasFailed && result.message && !isSending && !isChecking ? (
        <Alert type="error">{result.message}</Alert>
      ) : null}
      {/* The page has nothing new to show, and a failure to read it would replace the card. */}
      <Form method="post" defaultShouldRevalidate={false} className="grid gap-4" {...form.props}>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="kind" value={kind} />
        <Field
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          hint="Open the link in the email, or enter its code here."
          {...form.field("code")}
        />
        <Button name="intent" value="email-code" pending={isChecking}>
          Continue
        </Button>
      </Form>
      <Form method="post" defaultShouldRevalidate={false} className="grid gap-3">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="kind" value={kind} />
        <Turnstile siteKey={turnstileKey} result={result} />
        <Button
          name="intent"
          value="resend"
          variant="secondary"
          pending={isSending}
          disabled={secondsLeft > 0}
        >
          {secondsLeft > 0 ? `Send again in ${secondsLeft} s` : "Send the email again"}
        </Button>
      </Form>
      <div className="grid gap-2">
        <AuthFormFooter
          question="No email, or not your address?"
          to={pathname + query}
          email={email}
        >
          Start again
        </AuthFormFooter>
        {pathname === href("/auth/signup") ? (
          <AuthFormFooter
            question="Already have an account?"
            to={`${href("/auth/signin")}${query}`}
            email={email}
          >
            Sign in
          </AuthFormFooter>
        ) : null}
      </div>
    </>
  );
}

/**
 * Seconds until another email can be requested; 0 without JavaScript. Starts at a minute after an email, and
 * at `RETRY_AFTER_S` after an error.
 */
function useCooldown(result: FormResult | undefined): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (!result) return;
    const cooldownS =
      result.status === "success" ? COOLDOWN_S : (RETRY_AFTER_S[result.httpStatus] ?? 0);
    const endsAt = Date.now() + cooldownS * 1_000;
    const update = () => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000)));
    update();
    const timer = setInterval(update, 1_000);
    return () => clearInterval(timer);
  }, [result]);
  return secondsLeft;
}
