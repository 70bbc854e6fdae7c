/** What the button of a link will do, for a visitor who may not have requested it. */
export function SignedInNotice({
  email,
  account,
}: {
  /** The signed-in user's; null for a guest. */
  email: string | null;
  /** The address of the link's account, where it is known. */
  account?: string | undefined;
}) {
  return <p className="wrap-anywhere text-ink-soft">{describeLinkEffect(email, account)}</p>;
}

function describeLinkEffect(email: string | null, account: string | undefined): string {
  if (account) {
    return email && email !== account
      ? `You’ll be signed in to ${account} and signed out of ${email}.`
      : `You’ll be signed in to ${account}.`;
  }
  return email === null
    ? "You’ll be signed in to the account that this link was sent to. Continue only if you requested it."
    : `You are signed in as ${email}. If this link belongs to another account, you will be signed in to that account instead.`;
}
