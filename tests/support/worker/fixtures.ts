/** Platform, users and sessions for tests in workerd, created through the local services. */
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import * as v from "valibot";
import type { LiveUserId, SessionRef } from "../../../app/auth/session/live-session.server.ts";
import { readConfig } from "../../../app/platform/config.server.ts";
import { createPlatform, type Platform } from "../../../app/platform/context.server.ts";
import * as auth from "../auth-server.ts";

/** A platform for one request, with a client address that no other shares. Close it at the end of the test. */
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
