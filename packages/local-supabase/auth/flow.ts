import { createHash, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { Queryable } from "../database.ts";
import type { AuthSettings } from "../options.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { uuid } from "./fields.ts";
import { readRedirect } from "./redirects.ts";
import type { AuthRequest } from "./request.ts";
import { single, type User } from "./users.ts";

/** Hosted's limit between asking for a sign-in and redeeming its code. */
const FLOW_STATE_SECONDS = 300;
/** Marks e-mailed tokens whose link ends in a code instead of tokens. */
export const PKCE_PREFIX = "pkce_";

/** RFC 7636, section 4.2. */
const CHALLENGE = /^[A-Za-z0-9._~-]{43,128}$/;

export const pkceFields = {
  code_challenge: v.nullish(v.string(), ""),
  code_challenge_method: v.nullish(v.string(), ""),
};

/** Names as in the `amr` claim. */
export type AuthenticationMethod =
  | "password"
  | "otp"
  | "oauth"
  | "totp"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change";

interface PkceParams {
  code_challenge: string;
  code_challenge_method: string;
}

interface CodeChallenge {
  challenge: string;
  method: "s256" | "plain";
}

/** How an e-mailed link continues: where to, and whether with a code (PKCE) or with tokens. */
export interface Flow {
  redirect: string;
  challenge: CodeChallenge | undefined;
}

/** A row of auth.flow_state: a sign-in under way that ends in a code. */
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

export function readFlow(request: AuthRequest, settings: AuthSettings, params: PkceParams): Flow {
  return { redirect: readRedirect(request, settings), challenge: readChallenge(params) };
}

/** The PKCE challenge of a request, if it has one. Throws 400 on half of one or a malformed one. */
export function readChallenge(params: PkceParams): CodeChallenge | undefined {
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

export interface NewFlowState {
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
  return single(rows);
}

/** Remembers the challenge of an e-mailed link; nothing to do outside PKCE. */
export async function rememberEmailFlow(
  db: Queryable,
  user: User,
  method: AuthenticationMethod,
  flow: Flow,
): Promise<void> {
  if (!flow.challenge) return;
  const provider = method === "email/signup" ? "email" : method;
  await insertFlowState(db, { userId: user.id, provider, method, challenge: flow.challenge });
}

/** The code that ends the user's latest e-mail flow of this kind. */
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

export async function findFlowStateByCode(
  db: Queryable,
  code: string,
): Promise<FlowState | undefined> {
  const [flow] = await db<FlowState[]>`select * from auth.flow_state where auth_code = ${code}`;
  return flow;
}

/** The flow a provider returns to; undefined for a state that is no id of one. */
export async function findFlowStateById(
  db: Queryable,
  state: string,
): Promise<FlowState | undefined> {
  if (!v.is(uuid, state)) return undefined;
  const [flow] = await db<FlowState[]>`select * from auth.flow_state where id = ${state}`;
  return flow;
}

export async function deleteFlowState(db: Queryable, id: string): Promise<boolean> {
  const rows = await db`delete from auth.flow_state where id = ${id} returning id`;
  return rows.length > 0;
}

/** A magic link may wait in a mailbox: its time counts from the click. */
export function isExpired(flow: FlowState): boolean {
  const fromClick = flow.authentication_method === "magiclink" && flow.auth_code_issued_at;
  const start = fromClick || flow.created_at;
  return Date.now() > start.getTime() + FLOW_STATE_SECONDS * 1000;
}

export function verifierMatches(flow: FlowState, verifier: string): boolean {
  const answer =
    flow.code_challenge_method === "s256"
      ? createHash("sha256").update(verifier).digest("base64url")
      : verifier;
  const given = Buffer.from(answer);
  const expected = Buffer.from(flow.code_challenge ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
