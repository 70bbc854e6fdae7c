import * as v from "valibot";
import type { Queryable } from "../../database.ts";
import { writeAudit } from "../audit.ts";
import type { AuthContext } from "../context.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { uuid } from "../fields.ts";
import { sendNotification } from "../mail/send-emails.ts";
import type { AuthRequest } from "../request.ts";
import { parseBody } from "../request.ts";
import { type AuthenticatedSession, authenticate } from "../sessions/authenticate.ts";
import { issueTokens, recordAuthentication, rotateRefreshToken } from "../sessions/sessions.ts";
import { expectSingleRow } from "../users/users.ts";
import {
  type Factor,
  findFactor,
  hasVerifiedFactor,
  listFactors,
  removeFactor,
} from "./factors.ts";
import { createTotpSecret, qrCodeSvg, totpMatches, totpUri } from "./totp.ts";

const CHALLENGE_SECONDS = 300;
const UNVERIFIED_FACTOR_SECONDS = 300;

const enrollSchema = v.object({
  factor_type: v.nullish(v.string(), ""),
  friendly_name: v.nullish(v.string(), ""),
  issuer: v.nullish(v.string(), ""),
});

/** POST /factors: enrolls an authenticator app, unverified until its first code. */
export async function enrollFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const signedIn = await authenticate(ctx, request);
  const body = await parseBody(request, enrollSchema);
  requireTotp(body.factor_type);
  await validateEnrollment(ctx, signedIn, body.friendly_name);
  const secret = createTotpSecret();
  const issuer = body.issuer || new URL(ctx.settings.siteUrl).host;
  const uri = totpUri(secret, issuer, signedIn.user.email ?? "");
  const rows = await ctx.sql<Factor[]>`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
    values (${signedIn.user.id}, ${body.friendly_name}, 'totp', 'unverified', ${secret})
    returning *`;
  const factor = expectSingleRow(rows);
  await writeAudit(ctx.sql, signedIn.user, "factor_in_progress", { factor_id: factor.id });
  return Response.json({
    id: factor.id,
    type: "totp",
    friendly_name: body.friendly_name,
    totp: { qr_code: qrCodeSvg(uri), secret, uri },
  });
}

/** Throws GoTrue's error for disabled or unknown factor types. */
function requireTotp(type: string): void {
  if (type === "totp") return;
  const name = { phone: "Phone", webauthn: "WebAuthn" }[type];
  if (!name) throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  throw new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`);
}

/** POST /factors/{id}/challenge: creates a challenge, valid for five minutes. */
export async function challengeFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { factor, user } = await loadFactor(ctx, request);
  const { address } = request.get("caller");
  ctx.rateLimiter.countRequest("factor_challenge", address);
  const challenge = await ctx.sql.begin(async (tx) => {
    await tx`update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`;
    const rows = await tx<Challenge[]>`
      insert into auth.mfa_challenges (factor_id, ip_address)
      values (${factor.id}, ${address}) returning *`;
    const opened = expectSingleRow(rows);
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await writeAudit(tx, user, "challenge_created", traits);
    return opened;
  });
  const expiresAt = Math.floor(challenge.created_at.getTime() / 1000) + CHALLENGE_SECONDS;
  return Response.json({ id: challenge.id, type: factor.factor_type, expires_at: expiresAt });
}

interface Challenge {
  id: string;
  created_at: Date;
  verified_at: Date | null;
  ip_address: string;
}

const verifySchema = v.object({ challenge_id: uuid, code: v.nullish(v.string(), "") });

/**
 * POST /factors/{id}/verify: upgrades the session to aal2, ends the user's aal1 sessions, and deletes
 * unverified factors.
 */
export async function verifyFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { factor, user, session } = await loadFactor(ctx, request);
  const { address } = request.get("caller");
  ctx.rateLimiter.countRequest("factor_verify", address);
  const body = await parseBody(request, verifySchema);
  if (body.code === "") throw validationFailed("Code needs to be non-empty");
  const challenge = await findChallenge(ctx, factor, body.challenge_id, address);
  if (!totpMatches(factor.secret ?? "", body.code)) {
    throw new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
  }
  const tokens = await ctx.sql.begin(async (tx) => {
    await consumeChallenge(tx, challenge);
    const traits = { factor_id: factor.id, challenge_id: challenge.id, factor_type: "totp" };
    await writeAudit(tx, user, "verification_attempted", traits);
    await tx`
      update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`;
    await recordAuthentication(tx, session.id, "totp");
    await tx`
      update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = now()
      where id = ${session.id}`;
    await tx`delete from auth.sessions where user_id = ${user.id} and aal < 'aal2'`;
    await tx`
      delete from auth.mfa_factors
      where user_id = ${user.id} and status = 'unverified' and factor_type = 'totp'`;
    const refreshToken = await rotateRefreshToken(tx, session);
    return issueTokens(ctx, tx, user, session.id, refreshToken);
  });
  if (factor.status === "unverified") {
    await sendNotification(ctx, "mfa_factor_enrolled", user.email);
  }
  return Response.json(tokens);
}

/** DELETE /factors/{id}: downgrades the factor's sessions to aal1. */
export async function unenrollFactor(ctx: AuthContext, request: AuthRequest): Promise<Response> {
  const { factor, session, user } = await loadFactor(ctx, request);
  if (factor.status === "verified" && session.aal === "aal1") {
    throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
  }
  await ctx.sql.begin(async (tx) => {
    await removeFactor(tx, factor);
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session.id };
    await writeAudit(tx, user, "factor_unenrolled", traits);
  });
  await sendNotification(ctx, "mfa_factor_unenrolled", user.email);
  return Response.json({ id: factor.id });
}

async function validateEnrollment(
  ctx: AuthContext,
  { user, session }: AuthenticatedSession,
  name: string,
): Promise<void> {
  await ctx.sql`
    delete from auth.mfa_factors f
    where f.user_id = ${user.id} and f.status = 'unverified'
      and f.created_at < now() - make_interval(secs => ${UNVERIFIED_FACTOR_SECONDS})
      and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`;
  const factors = await listFactors(ctx.sql, user.id);
  if (factors.some((factor) => factor.friendly_name === name)) {
    const message = `A factor with the friendly name "${name}" for this user already exists`;
    throw new AuthError(422, "mfa_factor_name_conflict", message);
  }
  if (factors.length >= ctx.settings.config.mfa.max_enrolled_factors) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (hasVerifiedFactor(factors) && session.aal === "aal1") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

async function loadFactor(
  ctx: AuthContext,
  request: AuthRequest,
): Promise<AuthenticatedSession & { factor: Factor }> {
  const signedIn = await authenticate(ctx, request);
  const factor = await findFactor(ctx.sql, signedIn.user.id, request.req.param("id"));
  return { ...signedIn, factor };
}

async function findChallenge(
  ctx: AuthContext,
  factor: Factor,
  id: string,
  address: string,
): Promise<Challenge> {
  const [challenge] = await ctx.sql<Challenge[]>`
    select * from auth.mfa_challenges where id = ${id} and factor_id = ${factor.id}`;
  if (!challenge) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new AuthError(422, "mfa_factor_not_found", message);
  }
  if (challenge.verified_at || challenge.ip_address !== address) throw challengeAlreadyUsed();
  if (Date.now() > challenge.created_at.getTime() + CHALLENGE_SECONDS * 1000) {
    await ctx.sql`delete from auth.mfa_challenges where id = ${id}`;
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthError(422, "mfa_challenge_expired", message);
  }
  return challenge;
}

async function consumeChallenge(tx: Queryable, { id }: Challenge): Promise<void> {
  const spent = await tx`
    update auth.mfa_challenges set verified_at = now()
    where id = ${id} and verified_at is null returning id`;
  if (spent.length === 0) throw challengeAlreadyUsed();
}

/** GoTrue's error for a second use is that of its IP address check. */
function challengeAlreadyUsed(): AuthError {
  const message = "Challenge and verify IP addresses mismatch.";
  return new AuthError(422, "mfa_ip_address_mismatch", message);
}
