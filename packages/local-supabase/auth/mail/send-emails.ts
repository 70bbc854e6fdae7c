import type { NotificationName } from "../../config/emails.ts";
import type { Queryable } from "../../database.ts";
import type { AuthContext } from "../context.ts";
import { checkCooldown, createOneTimeToken } from "../links/one-time-tokens.ts";
import { type Flow, saveEmailFlow } from "../oauth/flow-state.ts";
import { type User, updateUser } from "../users/users.ts";
import type { TemplateEmail } from "./mailer.ts";

/** Emails the link that confirms a sign-up. Throws during the cooldown. */
export async function sendConfirmation(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  flow: Flow,
): Promise<User> {
  checkCooldown(user.confirmation_sent_at, ctx.settings);
  await saveEmailFlow(db, user, "email/signup", flow);
  const email = user.email ?? "";
  const token = createOneTimeToken(email, flow);
  const updated = await updateUser(db, user.id, {
    confirmation_token: token.hash,
    confirmation_sent_at: new Date(),
  });
  await sendTemplate(ctx, { template: "confirmation", to: email, email, token, flow });
  return updated;
}

/** Emails an invite. */
export async function sendInvite(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  flow: Flow,
): Promise<User> {
  const email = user.email ?? "";
  const token = createOneTimeToken(email);
  const now = new Date();
  const updated = await updateUser(db, user.id, {
    confirmation_token: token.hash,
    confirmation_sent_at: now,
    invited_at: now,
  });
  await sendTemplate(ctx, { template: "invite", to: email, email, token, flow });
  return updated;
}

/** Emails a sign-in or recovery link; both share one token and cooldown. */
export async function sendRecovery(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  template: "recovery" | "magic_link",
  flow: Flow,
): Promise<void> {
  checkCooldown(user.recovery_sent_at, ctx.settings);
  await saveEmailFlow(db, user, template === "recovery" ? "recovery" : "magiclink", flow);
  const email = user.email ?? "";
  const token = createOneTimeToken(email, flow);
  await updateUser(db, user.id, { recovery_token: token.hash, recovery_sent_at: new Date() });
  await sendTemplate(ctx, { template, to: email, email, token, flow });
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
  const current = createOneTimeToken(email, flow);
  const next = createOneTimeToken(newEmail, flow);
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

/** Emails the reauthentication code. Throws during the cooldown. */
export async function sendReauthentication(
  ctx: AuthContext,
  db: Queryable,
  user: User,
): Promise<void> {
  checkCooldown(user.reauthentication_sent_at, ctx.settings);
  const email = user.email ?? "";
  const token = createOneTimeToken(email);
  await updateUser(db, user.id, {
    reauthentication_token: token.hash,
    reauthentication_sent_at: new Date(),
  });
  await sendTemplate(ctx, { template: "reauthentication", to: email, email, token });
}

/** Notifies `to`, the address before any change. As in GoTrue, a failure is logged and does not undo the change. */
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

async function sendTemplate(ctx: AuthContext, mail: TemplateEmail): Promise<void> {
  ctx.rateLimiter.countEmail();
  await ctx.mailer.sendTemplate(mail);
}
