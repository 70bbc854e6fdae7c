import type { Queryable } from "../../database.ts";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { sendNotification } from "../mail/send-emails.ts";
import { PKCE_PREFIX } from "../oauth/flow-state.ts";
import { generateRandomPassword, hashPassword } from "../passwords/passwords.ts";
import { endAllSessions } from "../sessions/sessions.ts";
import { listIdentities, setEmailIdentity, updateIdentityData } from "../users/identities.ts";
import {
  confirmUser,
  deleteOneTimeTokens,
  findUserByEmail,
  isBanned,
  storePassword,
  type User,
  updateUser,
} from "../users/users.ts";
import { isValidToken } from "./one-time-tokens.ts";

const TYPES = ["signup", "invite", "recovery", "magiclink", "email_change", "email"] as const;
type VerificationType = (typeof TYPES)[number];

/** A token hash from a link, or computed from a code and `email`. */
export interface PresentedToken {
  type: VerificationType;
  hash: string;
  email: string | undefined;
}

/** A verified token, with its user and kind. */
interface Verification {
  user: User;
  kind: "confirmation" | "recovery" | "email_change";
  hash: string;
}

export function parseVerificationType(type: string): VerificationType {
  const known = TYPES.find((candidate) => candidate === type);
  if (!known) throw validationFailed("Invalid email verification type");
  return known;
}

/** Finds the user of a token. Throws `otp_expired` when it is unknown, used, or expired. */
export async function findVerification(
  ctx: AuthContext,
  tx: Queryable,
  presented: PresentedToken,
): Promise<Verification> {
  const user = await lockTokenOwner(tx, presented);
  if (!user) throw otpExpired(presented);
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  const kind = getCandidateKinds(presented.type).find((candidate) =>
    isCurrentToken(ctx, user, candidate, presented.hash),
  );
  if (!kind) throw otpExpired(presented);
  return { user, kind, hash: presented.hash };
}

/** Applies a verified token; undefined after the first confirmation of an email change. */
export async function applyVerification(
  ctx: AuthContext,
  tx: Queryable,
  { user, kind, hash }: Verification,
): Promise<User | undefined> {
  if (kind === "email_change") return applyEmailChange(ctx, tx, user, hash);
  const signsUp = kind === "confirmation" || !user.email_confirmed_at;
  await writeAudit(tx, user, signsUp ? "user_signedup" : "login");
  return kind === "confirmation" ? applyConfirmation(tx, user) : applyRecovery(tx, user);
}

/** Locks the user's row, so that concurrent requests cannot use a token twice. */
async function lockTokenOwner(
  tx: Queryable,
  { hash, email }: PresentedToken,
): Promise<User | undefined> {
  const owner = email === undefined ? undefined : await findUserByEmail(tx, email);
  const [user] = await tx<User[]>`
    select * from auth.users
    where id = ${owner?.id ?? null}
      or exists (select from auth.one_time_tokens t
        where t.user_id = users.id and t.token_hash in (${hash}, ${PKCE_PREFIX + hash}))
    order by id = ${owner?.id ?? null} desc
    limit 1 for update`;
  return user;
}

function getCandidateKinds(type: VerificationType): Verification["kind"][] {
  if (type === "email") return ["confirmation", "recovery"];
  if (type === "email_change") return ["email_change"];
  return type === "signup" || type === "invite" ? ["confirmation"] : ["recovery"];
}

function isCurrentToken(
  { settings }: AuthContext,
  user: User,
  kind: Verification["kind"],
  hash: string,
): boolean {
  const { sentAt, tokens } = {
    confirmation: { sentAt: user.confirmation_sent_at, tokens: [user.confirmation_token] },
    recovery: { sentAt: user.recovery_sent_at, tokens: [user.recovery_token] },
    email_change: {
      sentAt: user.email_change_sent_at,
      tokens: [user.email_change_token_current, user.email_change_token_new],
    },
  }[kind];
  return tokens.some((token) => isValidToken(hash, token, sentAt, settings));
}

async function applyConfirmation(tx: Queryable, user: User): Promise<User> {
  if (!user.encrypted_password && user.invited_at) {
    // An invited user has no password until the app sets one.
    await storePassword(tx, user.id, await hashPassword(tx, generateRandomPassword()));
    await endAllSessions(tx, user.id);
  }
  const identities = await listIdentities(tx, user.id);
  for (const identity of identities.filter(({ email }) => email === user.email)) {
    await updateIdentityData(tx, identity, { email_verified: true });
  }
  return confirmUser(tx, user);
}

async function applyRecovery(tx: Queryable, user: User): Promise<User> {
  const recovered = await updateUser(tx, user.id, { recovery_token: "" });
  await deleteOneTimeTokens(tx, user.id);
  return recovered.email_confirmed_at ? recovered : confirmUser(tx, recovered);
}

async function applyEmailChange(
  ctx: AuthContext,
  tx: Queryable,
  user: User,
  hash: string,
): Promise<User | undefined> {
  if (user.email && user.email_change_confirm_status === 0) {
    const isCurrentAddress = user.email_change_token_current.endsWith(hash);
    const usedColumn = isCurrentAddress ? "email_change_token_current" : "email_change_token_new";
    await updateUser(tx, user.id, { [usedColumn]: "", email_change_confirm_status: 1 });
    return undefined;
  }
  await writeAudit(tx, user, "user_modified");
  await setEmailIdentity(tx, user.id, user.email_change, true);
  const changed = await updateUser(tx, user.id, {
    email: user.email_change,
    email_change: "",
    email_change_token_current: "",
    email_change_token_new: "",
    email_change_confirm_status: 0,
  });
  await deleteOneTimeTokens(tx, user.id);
  await sendNotification(ctx, "email_changed", user.email, changed.email);
  return changed.email_confirmed_at ? changed : confirmUser(tx, changed);
}

function otpExpired({ email }: PresentedToken): AuthError {
  const what =
    email === undefined
      ? "Email link is invalid or has expired"
      : "Token has expired or is invalid";
  return new AuthError(403, "otp_expired", what);
}
