import { useLayoutEffect, useRef } from "react";

export function AuthTitle({
  hasFocus = false,
  children,
}: {
  /** Takes the focus when it replaces a form that had it. */
  hasFocus?: boolean;
  children: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the browser paints, so that the focus is never lost.
  useLayoutEffect(() => {
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

/** What the button of a link will do, for a visitor who may not have requested it. */
export function SignedInNotice({
  email,
  account,
}: {
  /** The signed-in user's. */
  email: string | null;
  /** The address of the link's account, where it is known. */
  account?: string | undefined;
}) {
  return <p className="wrap-anywhere text-ink-soft">{describeLink(email, account)}</p>;
}

function describeLink(email: string | null, account: string | undefined): string {
  if (account) {
    return email && email !== account
      ? `You’ll be signed in to ${account} and signed out of ${email}.`
      : `You’ll be signed in to ${account}.`;
  }
  return email === null
    ? "You’ll be signed in to the account that this link was sent to. Continue only if you requested it."
    : // "" for an account without an address.
      `You are signed in${email && ` as ${email}`}. If this link belongs to another account, you will be signed in to that account instead.`;
}
