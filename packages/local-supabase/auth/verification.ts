import type { Queryable } from "../database.ts";
import { writeAudit } from "./audit.ts";
import type { AuthContext } from "./context.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { listIdentities, setEmailIdentity, updateIdentityData } from "./identities.ts";
import { isCurrent } from "./one-time-tokens.ts";
import { hashPassword, unguessablePassword } from "./passwords.ts";
import { notify } from "./send-mails.ts";
import { endAllSessions } from "./sessions.ts";
import {
  confirmUser,
  findUserByEmail,
  isBanned,
  storePassword,
  type User,
  updateUser,
} from "./users.ts";

const TYPES = ["signup", "invite", "recovery", "magiclink", "email_change", "email"] as const;
export type VerificationType = (typeof TYPES)[number];

/** What a request shows: the hash from a link, or the one a typed code and `email` make. */
export interface Proof {
  type: VerificationType;
  hash: string;
  email: string | undefined;
}

/** A proof that holds: whose it is, and which kind of link it turned out to be. */
export interface Verification {
  user: User;
  kind: "confirmation" | "recovery" | "email_change";
  hash: string;
}

export function readType(type: string): VerificationType {
  const known = TYPES.find((candidate) => candidate === type);
  if (!known) throw validationFailed("Invalid email verification type");
  return known;
}

/** Finds the user a proof belongs to. Throws `otp_expired` when it is unknown, spent or late. */
export async function findVerification(
  ctx: AuthContext,
  tx: Queryable,
  proof: Proof,
): Promise<Verification> {
  const user = await findHolder(tx, proof);
  if (!user) throw otpExpired(proof);
  if (isBanned(user)) throw new AuthError(403, "user_banned", "User is banned");
  const kind = kindsOf(proof.type).find((candidate) => holds(ctx, user, candidate, proof.hash));
  if (!kind) throw otpExpired(proof);
  return { user, kind, hash: proof.hash };
}

/** Carries out what the link was sent for; undefined after the first half of an e-mail change. */
export async function applyVerification(
  ctx: AuthContext,
  tx: Queryable,
  { user, kind, hash }: Verification,
): Promise<User | undefined> {
  if (kind === "email_change") return applyEmailChange(ctx, tx, user, hash);
  const signsUp = kind === "confirmation" || !user.email_confirmed_at;
  await writeAudit(ctx, tx, user, signsUp ? "user_signedup" : "login");
  return kind === "confirmation" ? applyConfirmation(tx, user) : applyRecovery(tx, user);
}

/** The lock makes two clicks on one link take turns, so only the first finds the token unspent. */
async function findHolder(tx: Queryable, { hash, email }: Proof): Promise<User | undefined> {
  const owner = email === undefined ? undefined : await findUserByEmail(tx, email);
  const [user] = await tx<User[]>`
    select * from auth.users
    where id = ${owner?.id ?? null}
      or (${hash} <> '' and (
        confirmation_token in (${hash}, ${`pkce_${hash}`})
        or recovery_token in (${hash}, ${`pkce_${hash}`})
        or email_change_token_current in (${hash}, ${`pkce_${hash}`})
        or email_change_token_new in (${hash}, ${`pkce_${hash}`})))
    order by id = ${owner?.id ?? null} desc
    limit 1 for update`;
  return user;
}

function kindsOf(type: VerificationType): Verification["kind"][] {
  if (type === "email") return ["confirmation", "recovery"];
  if (type === "email_change") return ["email_change"];
  return type === "signup" || type === "invite" ? ["confirmation"] : ["recovery"];
}

function holds(
  { settings }: AuthContext,
  user: User,
  kind: Verification["kind"],
  hash: string,
): boolean {
  if (kind === "confirmation") {
    return isCurrent(hash, user.confirmation_token, user.confirmation_sent_at, settings);
  }
  if (kind === "recovery") {
    return isCurrent(hash, user.recovery_token, user.recovery_sent_at, settings);
  }
  const tokens = [user.email_change_token_current, user.email_change_token_new];
  return tokens.some((token) => isCurrent(hash, token, user.email_change_sent_at, settings));
}

async function applyConfirmation(tx: Queryable, user: User): Promise<User> {
  if (!user.encrypted_password && user.invited_at) {
    // An invited user has no password yet; the app asks for one next.
    await storePassword(tx, user.id, await hashPassword(tx, unguessablePassword()));
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
    const spent = isCurrentAddress ? "email_change_token_current" : "email_change_token_new";
    await updateUser(tx, user.id, { [spent]: "", email_change_confirm_status: 1 });
    return undefined;
  }
  await writeAudit(ctx, tx, user, "user_modified");
  await setEmailIdentity(tx, user.id, user.email_change, true);
  const changed = await updateUser(tx, user.id, {
    email: user.email_change,
    email_change: "",
    email_change_token_current: "",
    email_change_token_new: "",
    email_change_confirm_status: 0,
  });
  if (user.email) {
    const [email, oldEmail] = [changed.email ?? "", user.email];
    await notify(ctx, { notice: "email_changed", to: oldEmail, email, oldEmail });
  }
  return changed.email_confirmed_at ? changed : confirmUser(tx, changed);
}

function otpExpired({ email }: Proof): AuthError {
  const what =
    email === undefined
      ? "Email link is invalid or has expired"
      : "Token has expired or is invalid";
  return new AuthError(403, "otp_expired", what);
}
