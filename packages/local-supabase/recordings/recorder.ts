import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import type { Sql } from "../database.ts";
import { normalise, normaliseLocation, normaliseText, type Replacement } from "./normalise.ts";

/** A running auth server, and what it takes to look behind it. */
export interface Target {
  /** Without a trailing slash or a path. */
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The site that it redirects to. */
  readonly siteUrl: string;
  /** May write to the auth schema. */
  readonly sql: Sql;
  /** HTML of the newest mail to this address whose subject ends so, if there is one. */
  findMail(to: string, subjectEnd: string): Promise<string | undefined>;
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
  answer: v.unknown(),
});

/** One request and what was answered, in a form that does not change from run to run. */
export type Entry = v.InferOutput<typeof entrySchema>;
export const recordingSchema = v.array(entrySchema);

export interface Request {
  body?: object;
  /** A body that is no JSON object. */
  text?: string;
  /** A user's access token. */
  token?: string;
  key?: "publishable" | "secret" | "wrong" | "none";
  headers?: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly location: string | null;
}

const tokensSchema = v.looseObject({ access_token: v.string(), refresh_token: v.string() });
export type Tokens = v.InferOutput<typeof tokensSchema>;

export const PASSWORD = "correct-horse-1";
const CODE_SUBJECT = " is your verification code";
const MAIL_TRIES = 60;
const MAIL_PAUSE_MS = 50;

export type Recorder = ReturnType<typeof createRecorder>;

/** Sends requests to `target` and keeps what it answers. */
export function createRecorder(target: Target) {
  const entries: Entry[] = [];
  const stamp = crypto.randomUUID().slice(0, 8);
  const own: readonly Replacement[] = [
    [target.url, "<supabase>"],
    [target.siteUrl, "<site>"],
    [new RegExp(stamp, "gi"), "<run>"],
  ];

  async function send(endpoint: string, request: Request) {
    const [method = "", path = ""] = endpoint.split(" ");
    const response = await fetch(`${target.url}/auth/v1${path}`, {
      method,
      redirect: "manual",
      headers: headersOf(target, request),
      body: request.text ?? (request.body ? JSON.stringify(request.body) : null),
    });
    return { method, path, response, body: parse(await response.text()) };
  }

  return {
    entries,
    sql: target.sql,
    siteUrl: target.siteUrl,
    /** An address that this run alone uses. */
    address: (name: string) => `${name}-${stamp}@example.com`,
    /** Sends "METHOD /path" and records the answer under `step`. */
    async call(step: string, endpoint: string, request: Request = {}): Promise<Answer> {
      const { method, path, response, body } = await send(endpoint, request);
      const location = response.headers.get("location");
      const code = response.headers.get("x-sb-error-code");
      const type = response.headers.get("content-type")?.split(";")[0];
      const isRedirect = location !== null;
      entries.push({
        step,
        method,
        path: normaliseText(path, own),
        ...(request.body ? { body: normalise(request.body, own) } : {}),
        status: response.status,
        ...(code ? { code } : {}),
        ...(location ? { location: normaliseLocation(location, own) } : {}),
        ...(type && !isRedirect ? { type } : {}),
        answer: isRedirect ? null : normalise(body, own),
      });
      return { status: response.status, body, location };
    },
    /** Sends without recording. */
    async ask(endpoint: string, request: Request = {}): Promise<Answer> {
      const { response, body } = await send(endpoint, request);
      return { status: response.status, body, location: response.headers.get("location") };
    },
    /** Records something that was found out otherwise. */
    note(step: string, answer: unknown): void {
      entries.push({ step, method: "", path: "", status: 0, answer: normalise(answer, own) });
    },
    /** A confirmed user; answers its id. */
    async createUser(email: string, extra: object = {}): Promise<string> {
      const body = { email, password: PASSWORD, email_confirm: true, ...extra };
      const answer = await this.ask("POST /admin/users", { key: "secret", body });
      return readString(answer.body, "id");
    },
    async signIn(email: string, password = PASSWORD): Promise<Tokens> {
      const body = { email, password };
      return readTokens((await this.ask("POST /token?grant_type=password", { body })).body);
    },
    /** The token hash in the mail with this subject. */
    async mailedHash(to: string, subject: string): Promise<string> {
      const html = await untilMail(target, to, subject);
      const hash = /token_hash=(\w+)/.exec(html)?.[1];
      if (!hash) throw new Error(`"${subject}" to ${to} has no link`);
      return hash;
    },
    /** The text of the mail with this subject. */
    mail: (to: string, subject: string) => untilMail(target, to, subject),
    /** The text of the mail whose subject begins with a code. */
    mailWithCode: (to: string) => untilMail(target, to, CODE_SUBJECT),
    tokens: ({ body }: Answer) => readTokens(body),
    /** As if the last mails to this account had been sent two minutes earlier. */
    async agePauses(email: string): Promise<void> {
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

async function untilMail(target: Target, to: string, subject: string): Promise<string> {
  for (let tries = 0; tries < MAIL_TRIES; tries += 1) {
    const html = await target.findMail(to, subject);
    if (html !== undefined) return html;
    await wait(MAIL_PAUSE_MS);
  }
  throw new Error(`No mail "${subject}" to ${to}`);
}

function headersOf(target: Target, { key = "publishable", token, headers }: Request): Headers {
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

/** The tokens of a sign-in. Throws when there are none. */
export function readTokens(body: unknown): Tokens {
  return v.parse(tokensSchema, body);
}

/** A text field of an answer. Throws when it has none of that name. */
export function readString(body: unknown, field: string): string {
  const value = v.parse(v.record(v.string(), v.unknown()), body)[field];
  if (typeof value !== "string") throw new Error(`The answer has no ${field}`);
  return value;
}

/** A PKCE verifier and the fields that go with its challenge. */
export function createChallenge() {
  const verifier = crypto.randomUUID().repeat(2);
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, fields: { code_challenge: challenge, code_challenge_method: "s256" } };
}
