import type { NotificationName } from "../../config/emails.ts";
import type { Queryable } from "../../database.ts";
import type { AuthContext } from "../context.ts";
import { checkCooldown, createOneTimeToken } from "../links/one-time-tokens.ts";
import { type Flow, saveEmailFlow } from "../oauth/flow-state.ts";
import { type User, updateUser } from "../users/users.ts";

/**
 * The columns with an email's token and time, and the method of its sign-in. A magic link and a recovery
 * share theirs.
 */
const TOKENS = {
  confirmation: ["confirmation_token", "confirmation_sent_at", "email/signup"],
  invite: ["confirmation_token", "confirmation_sent_at", "invite"],
  magic_link: ["recovery_token", "recovery_sent_at", "magiclink"],
  recovery: ["recovery_token", "recovery_sent_at", "recovery"],
  reauthentication: ["reauthentication_token", "reauthentication_sent_at", "otp"],
} as const;
type TokenTemplate = keyof typeof TOKENS;

/** Stores a token hash of an email to the account's address. */
function storeToken(
  db: Queryable,
  user: User,
  template: TokenTemplate,
  hash: string,
): Promise<User> {
  const [token, sentAt] = TOKENS[template];
  const now = new Date();
  const invited = template === "invite" ? { invited_at: now } : {};
  return updateUser(db, user.id, { [token]: hash, [sentAt]: now, ...invited });
}

/** Emails a link, or a code if there is no `flow`. Throws during the cooldown, which invites do not have. */
export async function sendToken(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  template: TokenTemplate,
  flow?: Flow,
): Promise<User> {
  const [, sentAt, method] = TOKENS[template];
  if (template !== "invite") checkCooldown(user[sentAt], ctx.settings);
  if (flow) await saveEmailFlow(db, user, method, flow);
  const email = user.email ?? "";
  const token = createOneTimeToken(ctx.settings, email, flow);
  const updated = await storeToken(db, user, template, token.hash);
  ctx.rateLimiter.countEmail();
  await ctx.mailer.sendTemplate({ template, to: email, email, token, ...(flow && { flow }) });
  return updated;
}

/** Secure email change: emails a link to the old and one to the new address. */
export async function sendEmailChange(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  newEmail: string,
  flow: Flow,
): Promise<User> {
  checkCooldown(user.email_change_sent_at, ctx.settings);
  await saveEmailFlow(db, user, "email_change", flow);
  const email = user.email ?? "";
  const current = createOneTimeToken(ctx.settings, email, flow);
  const next = createOneTimeToken(ctx.settings, newEmail, flow);
  const updated = await updateUser(db, user.id, {
    email_change: newEmail,
    email_change_token_current: email ? current.hash : "",
    email_change_token_new: next.hash,
    email_change_sent_at: new Date(),
    email_change_confirm_status: 0,
  });
  const mail = { template: "email_change", email, newEmail, flow } as const;
  ctx.rateLimiter.countEmail();
  if (email) await ctx.mailer.sendTemplate({ ...mail, to: email, token: current });
  await ctx.mailer.sendTemplate({ ...mail, to: newEmail, token: next });
  return updated;
}

/**
 * Notifies `to`, the address before any change. As in GoTrue, a failure is logged and does not undo the
 * change.
 */
export async function sendNotification(
  ctx: AuthContext,
  notification: NotificationName,
  to: string | null,
  email = to,
): Promise<void> {
  if (!to || !email) return;
  try {
    ctx.rateLimiter.countEmail();
    await ctx.mailer.sendNotification({ notification, to, email, oldEmail: to });
  } catch (error) {
    console.error(`Supabase Auth: the notice ${notification} was not sent.`, error);
  }
}
