import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { totpCode } from "../../auth/mfa/totp.ts";
import type { Sql } from "../../database.ts";
import { normalize, normalizeLocation, normalizeText, type Replacement } from "./normalize.ts";

/** A running auth server with its database and mailbox. */
export interface Target {
  /** Base URL without a path. */
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The site that the server redirects to. */
  readonly siteUrl: string;
  /** Connection with write access to the auth schema. */
  readonly sql: Sql;
  /** HTML of the latest email to `to` whose subject ends with `subjectEnd`. */
  findEmail(to: string, subjectEnd: string): Promise<string | undefined>;
}

const entrySchema = v.object({
  step: v.string(),
  method: v.string(),
  path: v.string(),
  body: v.optional(v.unknown()),
  status: v.number(),
  code: v.optional(v.string()),
  location: v.optional(v.string()),
  type: v.optional(v.string()),
  response: v.unknown(),
});

/** A normalized request and response. */
export type Entry = v.InferOutput<typeof entrySchema>;
export const recordingSchema = v.array(entrySchema);

interface Request {
  body?: object;
  /** A raw body, for invalid JSON. */
  text?: string;
  /** A user's access token. */
  token?: string;
  key?: "publishable" | "secret" | "wrong" | "none";
  headers?: Record<string, string>;
}

interface SentResponse {
  readonly status: number;
  readonly body: unknown;
  readonly location: string | null;
}

const tokensSchema = v.looseObject({ access_token: v.string(), refresh_token: v.string() });
type Tokens = v.InferOutput<typeof tokensSchema>;

export const enrolledSchema = v.object({ id: v.string(), totp: v.object({ secret: v.string() }) });
export type Enrolled = v.InferOutput<typeof enrolledSchema>;

export const PASSWORD = "correct-horse-1";
const EMAIL_ATTEMPTS = 60;
const EMAIL_POLL_MS = 50;

export type Recorder = ReturnType<typeof createRecorder>;

/** Sends requests to `target` and records the responses. */
export function createRecorder(target: Target) {
  const entries: Entry[] = [];
  const stamp = crypto.randomUUID().slice(0, 8);
  const own: readonly Replacement[] = [
    [target.url, "<supabase>"],
    [target.siteUrl, "<site>"],
    [new RegExp(stamp, "gi"), "<run>"],
  ];

  async function sendRequest(endpoint: string, request: Request) {
    const [method = "", path = ""] = endpoint.split(" ");
    const response = await fetch(`${target.url}/auth/v1${path}`, {
      method,
      redirect: "manual",
      headers: buildHeaders(target, request),
      body: request.text ?? (request.body ? JSON.stringify(request.body) : null),
    });
    return { method, path, response, body: parse(await response.text()) };
  }

  return {
    entries,
    sql: target.sql,
    siteUrl: target.siteUrl,
    /** A unique address for this run. */
    uniqueEmail: (name: string) => `${name}-${stamp}@example.com`,
    /** Sends a request such as "GET /user" and records the response as `step`. */
    async record(step: string, endpoint: string, request: Request = {}): Promise<SentResponse> {
      const { method, path, response, body } = await sendRequest(endpoint, request);
      const location = response.headers.get("location");
      const code = response.headers.get("x-sb-error-code");
      const type = response.headers.get("content-type")?.split(";")[0];
      const isRedirect = location !== null;
      entries.push({
        step,
        method,
        path: normalizeText(path, own),
        ...(request.body ? { body: normalize(request.body, own) } : {}),
        status: response.status,
        ...(code ? { code } : {}),
        ...(location ? { location: normalizeLocation(location, own) } : {}),
        ...(type && !isRedirect ? { type } : {}),
        response: isRedirect ? null : normalize(body, own),
      });
      return { status: response.status, body, location };
    },
    /** Records a POST of `body`. */
    post(step: string, path: string, body: object, request: Request = {}): Promise<SentResponse> {
      return this.record(step, `POST ${path}`, { ...request, body });
    },
    signInAs(step: string, email: string, password = PASSWORD): Promise<SentResponse> {
      return this.post(step, "/token?grant_type=password", { email, password });
    },
    refresh(step: string, refresh_token: string, request?: Request): Promise<SentResponse> {
      return this.post(step, "/token?grant_type=refresh_token", { refresh_token }, request);
    },
    /** Sends without recording. */
    async send(endpoint: string, request: Request = {}): Promise<SentResponse> {
      const { response, body } = await sendRequest(endpoint, request);
      return { status: response.status, body, location: response.headers.get("location") };
    },
    /** Records a value that is not a response. */
    recordValue(step: string, value: unknown): void {
      entries.push({ step, method: "", path: "", status: 0, response: normalize(value, own) });
    },
    /** Creates a confirmed user; returns its id. */
    async createUser(email: string, extra: object = {}): Promise<string> {
      const body = { email, password: PASSWORD, email_confirm: true, ...extra };
      const created = await this.send("POST /admin/users", { key: "secret", body });
      return readString(created.body, "id");
    },
    async signIn(email: string, password = PASSWORD): Promise<Tokens> {
      const body = { email, password };
      return readTokens((await this.send("POST /token?grant_type=password", { body })).body);
    },
    /** Enrolls an app; returns its id, path, and secret. */
    async enrollApp(token: string) {
      const { body } = await this.send("POST /factors", { token, body: { factor_type: "totp" } });
      return v.parse(enrolledSchema, body);
    },
    /** Completes the second step; returns the session's new tokens. */
    async passSecondStep(token: string, { id, totp }: Enrolled, time?: number): Promise<Tokens> {
      const path = `POST /factors/${id}`;
      const opened = await this.send(`${path}/challenge`, { token, body: {} });
      const body = {
        challenge_id: readString(opened.body, "id"),
        code: totpCode(totp.secret, time),
      };
      return readTokens((await this.send(`${path}/verify`, { token, body })).body);
    },
    /** The token hash in the email with this subject. */
    async getEmailTokenHash(to: string, subject: string): Promise<string> {
      const html = await waitForEmail(target, to, subject);
      const hash = /token_hash=(\w+)/.exec(html)?.[1];
      if (!hash) throw new Error(`"${subject}" to ${to} has no link`);
      return hash;
    },
    /** Waits for the email with this subject; returns its HTML. */
    waitForEmail: (to: string, subject: string) => waitForEmail(target, to, subject),
    /** Backdates the emails to this account by two minutes. */
    async expireCooldowns(email: string): Promise<void> {
      await target.sql`
        update auth.users set
          confirmation_sent_at = confirmation_sent_at - interval '2 minutes',
          recovery_sent_at = recovery_sent_at - interval '2 minutes',
          email_change_sent_at = email_change_sent_at - interval '2 minutes',
          reauthentication_sent_at = reauthentication_sent_at - interval '2 minutes'
        where email = ${email}`;
    },
  };
}

async function waitForEmail(target: Target, to: string, subject: string): Promise<string> {
  for (let tries = 0; tries < EMAIL_ATTEMPTS; tries += 1) {
    const html = await target.findEmail(to, subject);
    if (html !== undefined) return html;
    await wait(EMAIL_POLL_MS);
  }
  throw new Error(`No mail "${subject}" to ${to}`);
}

function buildHeaders(target: Target, { key = "publishable", token, headers }: Request): Headers {
  const keys = {
    publishable: target.publishableKey,
    secret: target.secretKey,
    wrong: "sb_publishable_wrong",
    none: undefined,
  };
  const apikey = keys[key];
  const bearer = token ?? apikey;
  return new Headers({
    "content-type": "application/json",
    "x-supabase-api-version": "2024-01-01",
    ...(apikey === undefined ? {} : { apikey }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...headers,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The tokens of a sign-in response. Throws when they are missing. */
export function readTokens(body: unknown): Tokens {
  return v.parse(tokensSchema, body);
}

/** A string field of a response. Throws when it is missing. */
export function readString(body: unknown, field: string): string {
  const value = v.parse(v.record(v.string(), v.unknown()), body)[field];
  if (typeof value !== "string") throw new Error(`The response has no ${field}`);
  return value;
}

/** A PKCE verifier and the request fields of its challenge. */
export function createChallenge() {
  const verifier = crypto.randomUUID().repeat(2);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, fields: { code_challenge: challenge, code_challenge_method: "s256" } };
}
