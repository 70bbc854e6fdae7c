/** Platform, users and sessions for tests in workerd, created through the local services. */
import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import * as v from "valibot";
import type { LiveUserId, SessionRef } from "../../../app/auth/session/live-session.server.ts";
import { readConfig } from "../../../app/platform/config.server.ts";
import { createPlatform, type Platform } from "../../../app/platform/context.server.ts";

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

export interface Person {
  readonly userId: string;
  readonly email: string;
}

/** A new, confirmed account. */
export async function createPerson({ config }: Platform): Promise<Person> {
  const email = `person-${crypto.randomUUID()}@example.com`;
  const response = await fetch(`${config.supabase.url}/auth/v1/admin/users`, {
    method: "POST",
    headers: {
      apikey: config.supabase.secretKey,
      Authorization: `Bearer ${config.supabase.secretKey}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ email, password: "correct-horse-1", email_confirm: true }),
  });
  const { id } = v.parse(v.object({ id: v.string() }), await response.json());
  return { userId: id, email };
}

const tokensSchema = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_at: v.number(),
});
const claimsSchema = v.object({ session_id: v.string() });

/** The tokens of a session, as the session cookie stores them. */
export type Tokens = v.InferOutput<typeof tokensSchema>;

/** Signs a person in. */
export async function signIn({ config }: Platform, person: Person): Promise<Tokens> {
  const { url, publishableKey } = config.supabase;
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify({ email: person.email, password: "correct-horse-1" }),
  });
  return v.parse(tokensSchema, await response.json());
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
  const { url, secretKey } = config.supabase;
  const response = await fetch(`${url}/auth/v1/admin/users/${userId}`, {
    method: "PUT",
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ ban_duration: "24h" }),
  });
  if (!response.ok) throw new Error(`The user was not banned: ${response.status}`);
}

/** A user id for queries that require a live session, when the session is irrelevant. */
export function asLiveUserId(userId: string): LiveUserId {
  return sql`${userId}::uuid`;
}
