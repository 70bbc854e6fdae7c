import type { Queryable } from "../database.ts";
import type { AuthContext } from "./context.ts";
import { type Flow, rememberEmailFlow } from "./flow.ts";
import type { NoticeMail } from "./mailer.ts";
import { checkCooldown, createOneTimeToken } from "./one-time-tokens.ts";
import { type User, updateUser } from "./users.ts";

/** Mails the link that confirms a sign-up. At most one per cooldown. */
export async function sendConfirmation(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  flow: Flow,
): Promise<User> {
  checkCooldown(user.confirmation_sent_at, ctx.settings);
  await rememberEmailFlow(db, user, "email/signup", flow);
  const email = user.email ?? "";
  const token = createOneTimeToken(email, flow);
  const updated = await updateUser(db, user.id, {
    confirmation_token: token.hash,
    confirmation_sent_at: new Date(),
  });
  ctx.limits.countEmail();
  await ctx.mailer.sendTemplate({ template: "confirmation", to: email, email, token, flow });
  return updated;
}

/** Mails an invitation. */
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
  ctx.limits.countEmail();
  await ctx.mailer.sendTemplate({ template: "invite", to: email, email, token, flow });
  return updated;
}

/** Mails a sign-in link or a recovery link; the two share one token and one cooldown. */
export async function sendRecovery(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  template: "recovery" | "magic_link",
  flow: Flow,
): Promise<void> {
  checkCooldown(user.recovery_sent_at, ctx.settings);
  await rememberEmailFlow(db, user, template === "recovery" ? "recovery" : "magiclink", flow);
  const email = user.email ?? "";
  const token = createOneTimeToken(email, flow);
  await updateUser(db, user.id, { recovery_token: token.hash, recovery_sent_at: new Date() });
  ctx.limits.countEmail();
  await ctx.mailer.sendTemplate({ template, to: email, email, token, flow });
}

/** Secure e-mail change: mails the old and the new address, each with a link of its own. */
export async function sendEmailChange(
  ctx: AuthContext,
  db: Queryable,
  user: User,
  newEmail: string,
  flow: Flow,
): Promise<User> {
  checkCooldown(user.email_change_sent_at, ctx.settings);
  await rememberEmailFlow(db, user, "email_change", flow);
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
  ctx.limits.countEmail();
  if (email) await ctx.mailer.sendTemplate({ ...mail, to: email, token: current });
  await ctx.mailer.sendTemplate({ ...mail, to: newEmail, token: next });
  return updated;
}

/** Mails the code that proves who is in front of a session. At most one per cooldown. */
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
  ctx.limits.countEmail();
  await ctx.mailer.sendTemplate({ template: "reauthentication", to: email, email, token });
}

/** Tells the owner what has happened. As in GoTrue, a notice that cannot be sent undoes nothing. */
export async function notify(ctx: AuthContext, notice: NoticeMail): Promise<void> {
  try {
    ctx.limits.countEmail();
    await ctx.mailer.sendNotice(notice);
  } catch (error) {
    console.error(`Supabase Auth: the notice ${notice.notice} was not sent.`, error);
  }
}
