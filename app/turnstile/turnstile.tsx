/** Turnstile, Cloudflare's CAPTCHA: its widget adds a token to the form that contains it. */
import { useEffect, useRef, useState } from "react";
import { Alert } from "~/ui/alert";
import { TURNSTILE_ORIGIN } from "./names";

const SCRIPT = `${TURNSTILE_ORIGIN}/turnstile/v0/api.js`;

/** The kind of form a token is for; the server rejects tokens of another kind. */
export type TurnstileAction = "auth" | "contact";

/**
 * The challenge of the contact form, whose page does not hydrate: the script finds the element by its class.
 */
export function StaticTurnstile({ siteKey }: { siteKey: string | undefined }) {
  const action: TurnstileAction = "contact";
  if (!siteKey) return null;
  return (
    <>
      <script src={SCRIPT} async />
      <div className="cf-turnstile" data-sitekey={siteKey} data-action={action} />
    </>
  );
}

/**
 * For the sign-in forms, whose pages hydrate and navigate without a new document. Nothing without a
 * `siteKey`.
 */
export function Turnstile({
  siteKey,
  result,
}: {
  siteKey: string | undefined;
  /** The form's latest result: tokens are single-use, so each result requests a new one. */
  result: unknown;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result requires a new token
  useEffect(() => {
    if (!siteKey) return;
    let widget: string | null | undefined;
    let isUnmounted = false;
    const show = () => {
      if (isUnmounted || !box.current) return;
      widget = window.turnstile?.render(box.current, { sitekey: siteKey, action: "auth" });
    };
    loadScript().then(show, () => setHasFailed(true));
    return () => {
      isUnmounted = true;
      if (widget) window.turnstile?.remove(widget);
    };
  }, [siteKey, result]);
  if (!siteKey) return null;
  return (
    <>
      <div ref={box} className="min-h-16" />
      {hasFailed ? (
        <Alert type="error">
          The check that you’re human didn’t load. Please reload this page.
        </Alert>
      ) : null}
      <noscript>
        <Alert type="error">This form needs JavaScript to check that you’re human.</Alert>
      </noscript>
    </>
  );
}

let loading: Promise<void> | undefined;

/** Loads the script once per document. */
function loadScript(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${SCRIPT}?render=explicit`;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Turnstile did not load"));
    document.head.appendChild(script);
  });
  return loading;
}
