import { useLayoutEffect, useRef } from "react";
import { linkNotice } from "~/content/auth/auth-pages";

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

/** What the button of a link will do, for a reader who may not have requested it. */
export function SignedInNotice({
  email,
  account,
}: {
  /** The signed-in user's. */
  email: string | null;
  /** The address of the link's account, where it is known. */
  account?: string | undefined;
}) {
  const text = email === null ? linkNotice.guest : linkNotice.signedIn(email);
  return (
    <p className="wrap-anywhere text-ink-soft">
      {account ? linkNotice.account(account, email) : text}
    </p>
  );
}
