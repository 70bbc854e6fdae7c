/** Platform, users and sessions for tests in workerd, created through the local services. */
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { RouterContextProvider } from "react-router";
import * as v from "valibot";
import { authMiddleware, requireSession } from "../../../app/auth/session/auth.server.ts";
import type { LiveUserId, SessionRef } from "../../../app/auth/session/live-session.server.ts";
import { readConfig } from "../../../app/platform/config.server.ts";
import {
  createPlatform,
  type Platform,
  platformContext,
  type RequestContext,
} from "../../../app/platform/context.server.ts";
import { createCookieJar } from "../../../app/platform/cookie-jar.server.ts";
import * as auth from "../auth-server.ts";

/**
 * A platform for one request, with a client address that no other shares. Close it at the end of the test.
 */
export function openPlatform(): Platform {
  const platform = createPlatform({
    config: readConfig(env),
    env,
    ctx: { waitUntil: () => {} },
    requestId: crypto.randomUUID(),
  });
  return { ...platform, clientAddress: crypto.randomUUID() };
}

export type Tokens = auth.Tokens;

export interface Person {
  readonly userId: string;
  readonly email: string;
}

/** A new, confirmed account. */
export async function createPerson({ config }: Platform): Promise<Person> {
  const email = `person-${crypto.randomUUID()}@example.com`;
  return { userId: await auth.createAccount(config.supabase.url, email), email };
}

const claimsSchema = v.object({ session_id: v.string() });

/** Signs a person in. */
export function signIn({ config }: Platform, { email }: Person): Promise<Tokens> {
  return auth.signIn(config.supabase.url, email);
}

/** Signs a person in and returns the session of the access token. */
export async function openSession(platform: Platform, person: Person): Promise<SessionRef> {
  const { access_token } = await signIn(platform, person);
  const { session_id } = v.parse(claimsSchema, decodeJwt(access_token));
  return { userId: person.userId, sessionId: session_id };
}

/**
 * Runs `action` in the session of a `Cookie` header, as the account area does. Returns its result, or what it
 * threw.
 */
export async function runInSession<Result>(
  platform: Platform,
  cookie: string,
  action: (context: RequestContext) => Promise<Result>,
): Promise<Result | Response> {
  const url = new URL("/settings/general", platform.config.siteUrl);
  const context = new RouterContextProvider();
  context.set(platformContext, { ...platform, cookies: createCookieJar(cookie, false) });
  const args = { request: new Request(url), url, context, params: {}, pattern: "/" };
  let result: Result | Response | undefined;
  await authMiddleware(args, async () => {
    await requireSession([])(args, async () => {
      result = await action(context).catch((thrown: unknown) => {
        if (thrown instanceof Response) return thrown;
        throw thrown;
      });
      return new Response();
    });
    return new Response();
  });
  if (result === undefined) throw new Error("The action did not run");
  return result;
}

/** Ends all sessions of a person, as a password change does. */
export async function endSessions(platform: Platform, person: Person): Promise<void> {
  const { sessionId } = await openSession(platform, person);
  const database = await platform.database.get();
  await database.execute(sql`select public.sign_out_other_devices(${person.userId}, ${sessionId})`);
}

/** Bans a person, as Supabase's dashboard does. */
export async function banUser({ config }: Platform, { userId }: Person): Promise<void> {
  const ban = { ban_duration: "24h" };
  const options = { method: "PUT", token: auth.SECRET_KEY } as const;
  await auth.callAuth(config.supabase.url, `admin/users/${userId}`, ban, options);
}

/** A user id for queries that require a live session, when the session is irrelevant. */
export function asLiveUserId(userId: string): LiveUserId {
  return sql`${userId}::uuid`;
}
