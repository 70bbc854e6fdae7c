/** When this tab last requested a confirmation email, and for which address. */

/** Supabase sends one email per minute to an address. */
const COOLDOWN_S = 60;
/** Session storage key; its value is the time in epoch milliseconds, a space, and the address. */
const KEY = "selvedge-mail-asked";

/** Starts the cooldown after an email to `email` was requested. */
export function startResendCooldown(email: string): void {
  try {
    sessionStorage.setItem(KEY, `${Date.now()} ${email}`);
  } catch {
    // Storage is unavailable; Supabase enforces the limit anyway.
  }
}

/** Whole seconds until another email to `email` can be sent; 0 without a cooldown. */
export function getResendCooldown(email: string): number {
  try {
    const [requestedAt, address] = (sessionStorage.getItem(KEY) ?? "").split(" ");
    if (address !== email) return 0;
    return Math.max(0, COOLDOWN_S - Math.floor((Date.now() - Number(requestedAt)) / 1_000));
  } catch {
    return 0;
  }
}
