/** Cloudflare's challenge for people, Turnstile: it adds its token to the form that it stands in. */
import { useEffect, useRef, useState } from "react";
import { Alert } from "~/ui/alert";

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js";

/** What a token is for: the server takes none that was got in another kind of form. */
export type ChallengeAction = "auth" | "contact";

/** For the contact form, whose page runs no React: the script finds the element by its class. */
export function StaticChallenge({ siteKey }: { siteKey: string | undefined }) {
  const action: ChallengeAction = "contact";
  if (!siteKey) return null;
  return (
    <>
      <script src={SCRIPT} async />
      <div className="cf-turnstile" data-sitekey={siteKey} data-action={action} />
    </>
  );
}

export interface ChallengeProps {
  /** Nothing is shown where none is configured. */
  readonly siteKey: string | undefined;
  /** The form's latest result: a token is good for one try, so each result asks for another one. */
  readonly result: unknown;
}

/** For the forms of signing in, whose pages run React and come and go without a new document. */
export function Challenge({ siteKey, result }: ChallengeProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result wants a new token
  useEffect(() => {
    if (!siteKey) return;
    let widget: string | null | undefined;
    let isGone = false;
    const show = () => {
      if (isGone || !box.current) return;
      widget = window.turnstile?.render(box.current, { sitekey: siteKey, action: "auth" });
    };
    loadScript().then(show, () => setIsMissing(true));
    return () => {
      isGone = true;
      if (widget) window.turnstile?.remove(widget);
    };
  }, [siteKey, result]);
  if (!siteKey) return null;
  return (
    <>
      <div ref={box} className="min-h-16" />
      {isMissing ? (
        <Alert type="error">
          The check that you are a person did not load. Please load this page again.
        </Alert>
      ) : null}
      <noscript>
        <Alert type="error">This form needs JavaScript, to tell people from programs.</Alert>
      </noscript>
    </>
  );
}

let loading: Promise<void> | undefined;

/** Once a document, and again after a failure. */
function loadScript(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${SCRIPT}?render=explicit`;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The challenge did not load"));
    document.head.appendChild(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
