import { createHash, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { AuthSettings } from "../../config/options.ts";
import type { Queryable } from "../../database.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { resolveRedirect } from "../redirects.ts";
import type { AuthRequest } from "../request.ts";
import { expectSingleRow, type User } from "../users/users.ts";

/** Lifetime of a flow, as on hosted. */
const FLOW_STATE_SECONDS = 300;
/** Prefix of emailed tokens whose link redirects with a code instead of tokens. */
export const PKCE_PREFIX = "pkce_";

/** RFC 7636, section 4.2. */
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

export const pkceFields = {
  code_challenge: v.nullish(v.string(), ""),
  code_challenge_method: v.nullish(v.string(), ""),
};
type PkceParams = Record<keyof typeof pkceFields, string>;

/** Values of the `amr` claim. */
export type AuthenticationMethod = "password" | "oauth" | "totp" | "passkey" | EmailMethod;
type EmailMethod = "otp" | "magiclink" | "recovery" | "invite" | "email/signup" | "email_change";

interface CodeChallenge {
  challenge: string;
  method: "s256" | "plain";
}

/** How an emailed link continues: the redirect, with a code (PKCE) or with tokens. */
export interface Flow {
  redirect: string;
  challenge: CodeChallenge | undefined;
}

/** A row of auth.flow_state: a pending sign-in. */
export interface FlowState {
  id: string;
  user_id: string | null;
  auth_code: string | null;
  code_challenge: string | null;
  code_challenge_method: "s256" | "plain" | null;
  provider_type: string;
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  authentication_method: AuthenticationMethod;
  auth_code_issued_at: Date | null;
  referrer: string | null;
  created_at: Date;
}

export function parseFlow(request: AuthRequest, settings: AuthSettings, params: PkceParams): Flow {
  return { redirect: resolveRedirect(request, settings), challenge: parseChallenge(params) };
}

/** The PKCE challenge of a request, if any. Throws 400 when it is incomplete or malformed. */
function parseChallenge(params: PkceParams): CodeChallenge | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = params;
  if ((challenge === "") !== (method === "")) {
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (challenge === "") return undefined;
  if (!CHALLENGE.test(challenge)) {
    throw validationFailed("code challenge has to be between 43 and 128 characters");
  }
  const known = method.toLowerCase();
  if (known !== "s256" && known !== "plain")
    throw validationFailed("Invalid code_challenge_method");
  return { challenge, method: known };
}

interface NewFlowState {
  userId?: string;
  provider: string;
  method: AuthenticationMethod;
  challenge: CodeChallenge | undefined;
  referrer?: string;
}

export async function insertFlowState(db: Queryable, flow: NewFlowState): Promise<FlowState> {
  const rows = await db<FlowState[]>`
    insert into auth.flow_state (
      user_id, provider_type, authentication_method, code_challenge, code_challenge_method,
      auth_code, referrer
    ) values (
      ${flow.userId ?? null}, ${flow.provider}, ${flow.method},
      ${flow.challenge?.challenge ?? null}, ${flow.challenge?.method ?? null},
      ${flow.challenge ? crypto.randomUUID() : null}, ${flow.referrer ?? null}
    ) returning *`;
  return expectSingleRow(rows);
}

/** Stores the PKCE challenge of an emailed link, if any. */
export async function saveEmailFlow(
  db: Queryable,
  user: User,
  method: AuthenticationMethod,
  flow: Flow,
): Promise<void> {
  if (!flow.challenge) return;
  const provider = method === "email/signup" ? "email" : method;
  await insertFlowState(db, { userId: user.id, provider, method, challenge: flow.challenge });
}

/** Issues the code of the user's latest email flow of this method. Throws 422 when there is none. */
export async function issueAuthCode(
  db: Queryable,
  user: User,
  method: AuthenticationMethod,
): Promise<string> {
  const [flow] = await db<FlowState[]>`
    update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
    where id = (
      select id from auth.flow_state
      where user_id = ${user.id} and authentication_method = ${method}
      order by created_at desc limit 1
    ) returning *`;
  if (!flow?.auth_code) {
    throw new AuthError(422, "flow_state_not_found", "No valid flow state found for user.");
  }
  return flow.auth_code;
}

export async function deleteFlowState(db: Queryable, id: string): Promise<boolean> {
  const rows = await db`delete from auth.flow_state where id = ${id} returning id`;
  return rows.length > 0;
}

/** A magic link's lifetime counts from the click, not from the request. */
export function isFlowExpired(flow: FlowState): boolean {
  const fromClick = flow.authentication_method === "magiclink" && flow.auth_code_issued_at;
  const start = fromClick || flow.created_at;
  return Date.now() > start.getTime() + FLOW_STATE_SECONDS * 1000;
}

export function matchesVerifier(flow: FlowState, verifier: string): boolean {
  const derived =
    flow.code_challenge_method === "s256"
      ? createHash("sha256").update(verifier).digest("base64url")
      : verifier;
  const given = Buffer.from(derived);
  const expected = Buffer.from(flow.code_challenge ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
