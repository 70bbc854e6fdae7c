/** When this tab asked for a confirmation mail last, and for which address. */

/** Supabase sends one mail a minute to an address. */
const COOLDOWN_S = 60;
/** Session storage: the time in epoch milliseconds, a space, and the address. */
const KEY = "selvedge-mail-asked";

/** A mail to `email` is on its way. */
export function startResendCooldown(email: string): void {
  try {
    sessionStorage.setItem(KEY, `${Date.now()} ${email}`);
  } catch {
    // Storage is closed to this page: Supabase keeps the pause by itself.
  }
}

/** How long to wait until another mail to `email` will be sent. Whole seconds; 0 when none was just asked for. */
export function resendCooldownLeft(email: string): number {
  try {
    const [askedAt, askedFor] = (sessionStorage.getItem(KEY) ?? "").split(" ");
    if (askedFor !== email) return 0;
    return Math.max(0, COOLDOWN_S - Math.floor((Date.now() - Number(askedAt)) / 1_000));
  } catch {
    return 0;
  }
}
