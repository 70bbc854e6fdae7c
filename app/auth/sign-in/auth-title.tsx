import { useEffect, useRef } from "react";

/** The heading of a page within the frame for signing in. */
export function AuthTitle({
  hasFocus = false,
  children,
}: {
  /** Takes the focus when it appears: the form that had it has given way. */
  hasFocus?: boolean;
  children: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus();
  }, [hasFocus]);
  return (
    <h1
      ref={heading}
      tabIndex={hasFocus ? -1 : undefined}
      className="font-bold text-2xl outline-none"
    >
      {children}
    </h1>
  );
}

/** What the button of a link is about to change, for a reader who did not ask for the link. */
export function SignedInNotice({ email }: { email: string | null }) {
  return (
    <p className="wrap-anywhere text-ink-soft">
      {email
        ? `You are signed in as ${email}. If this link belongs to another account, you will be signed in with that one instead.`
        : "The button signs you in with the account that this link was sent to. Use it only if you asked for it."}
    </p>
  );
}
