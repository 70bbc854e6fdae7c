/** What the button is about to change, for whoever did not ask for this link. */
export function WhoIsSignedIn({ email }: { email: string | null }) {
  return (
    <p className="wrap-anywhere text-ink-soft">
      {email
        ? `You are signed in as ${email}. If this link belongs to another account, you will be signed in with that one instead.`
        : "The button signs you in with the account that this link was sent to. Use it only if you asked for it."}
    </p>
  );
}
