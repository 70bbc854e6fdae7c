/** Accounts with plans for tests of the account area, created directly in the database. */
import path from "node:path";
import type { BrowserContext } from "@playwright/test";
import { decodeJwt, SignJWT } from "jose";
import { loadSigningKey } from "local-supabase/internals";
import postgres from "postgres";
import * as v from "valibot";
import { LOCAL_PRICES, portsAt } from "../../../tools/shared/settings.ts";
import * as auth from "../auth-server.ts";
import { PRICES } from "../plans.ts";
import { test as base, createAccount, localUrls } from "./fixtures.ts";

const ports = portsAt(Number(process.env.PORT_OFFSET));

export type Tokens = auth.Tokens;
export type PlanName = keyof typeof LOCAL_PRICES;

/** A confirmed account, and helpers to set up its data. */
export interface Person {
  readonly id: string;
  readonly email: string;
  /** Sets the name on the profile, which the general settings show. */
  rename(name: string): Promise<void>;
  /** Changes the address that pages show, as from another device; returns the new one. */
  changeEmail(): Promise<string>;
  /** The templates of the emails to the account, oldest first. */
  readEmails(): Promise<string[]>;
  /** Stores a subscription as if synced from Stripe. */
  subscribe(plan: PlanName, status?: string): Promise<void>;
}

interface Fixtures {
  /** Superuser of the local Postgres. */
  sql: postgres.Sql;
  createPerson: (changes?: { email?: string }) => Promise<Person>;
  /** Signed in on `page` just now. */
  person: Person;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  sql: async ({}, use) => {
    const url = `postgres://postgres:postgres@127.0.0.1:${ports.postgres}/postgres`;
    const sql = postgres(url, { max: 2, onnotice: () => {} });
    await use(sql);
    await sql.end({ timeout: 5 });
  },
  createPerson: async ({ sql }, use) => {
    await use(async ({ email = `person-${crypto.randomUUID()}@example.com` } = {}) => {
      const id = await createAccount(email);
      return {
        id,
        email,
        rename: async (name) => {
          await sql`update public.users set name = ${name} where id = ${id}`;
        },
        changeEmail: async () => {
          const changed = `changed-${email}`;
          await sql`update public.users set email = ${changed} where id = ${id}`;
          return changed;
        },
        readEmails: async () => {
          const rows = await sql<{ template: string }[]>`
            select template from public.outgoing_emails where recipient = ${email} order by created_at`;
          return rows.map(({ template }) => template);
        },
        subscribe: (plan, status = "active") => subscribe(sql, id, plan, status),
      };
    });
  },
  person: async ({ createPerson, context }, use) => {
    const person = await createPerson();
    await signInWithTokens(context, person.email);
    await use(person);
  },
});

async function subscribe(sql: postgres.Sql, userId: string, plan: PlanName, status: string) {
  await sql`
    insert into public.customers
      (user_id, stripe_price_id, price_text, stripe_subscription_status, subscription_started_at)
    values (${userId}, ${LOCAL_PRICES[plan]}, ${PRICES[plan].listed}, ${status}, now())
    on conflict (user_id) do update set
      stripe_price_id = excluded.stripe_price_id,
      price_text = excluded.price_text,
      subscription_started_at = excluded.subscription_started_at,
      stripe_subscription_status = excluded.stripe_subscription_status`;
}

/** Calls Supabase Auth, as a user with their tokens. Throws its error. */
export const callAuth = (path: string, body: object, tokens?: Tokens) =>
  auth.callAuth(localUrls.supabase, path, body, tokens && { token: tokens.access_token });

/** Tokens of a password sign-in. */
export const signInTokens = (email: string) => auth.signIn(localUrls.supabase, email);

/** What the sign-in page says to a user whose session has ended. */
export const SIGNED_OUT = "You are signed out. Please sign in to continue.";

/** Ends every session of a user, as from another device. */
export const endSessions = (sql: postgres.Sql, { id }: Person) =>
  sql`delete from auth.sessions where user_id = ${id}`;

/** Tokens of a session whose sign-in is too old for a sensitive change. */
export async function createStaleTokens(sql: postgres.Sql, email: string): Promise<Tokens> {
  const { refresh_token } = await signInTokens(email);
  await sql`
    update auth.mfa_amr_claims c
    set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'
    from auth.sessions s join auth.users u on u.id = s.user_id
    where c.session_id = s.id and u.email = ${email}`;
  const refreshed = await callAuth("token?grant_type=refresh_token", { refresh_token });
  return v.parse(auth.tokensSchema, refreshed);
}

/** Sets the session cookies without the sign-in page. */
export async function signInWithTokens(
  context: BrowserContext,
  email: string,
  tokens?: Tokens,
): Promise<void> {
  const session = tokens ?? (await signInTokens(email));
  await context.addCookies([
    {
      name: auth.sessionCookieName(session),
      value: auth.sessionValue(session),
      url: `http://localhost:${ports.start}`,
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
}

/** `tokens` as a browser has them a minute after they expired, signed with the key in `localDir`. */
export async function expireTokens<Expired extends { readonly access_token: string }>(
  tokens: Expired,
  { localDir }: { readonly localDir: string },
): Promise<Expired & { readonly expires_at: number }> {
  const { kid, privateKey } = await loadSigningKey(path.join(localDir, "supabase"));
  const exp = Math.floor(Date.now() / 1000) - 60;
  const access_token = await new SignJWT({ ...decodeJwt(tokens.access_token), exp })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .sign(privateKey);
  return { ...tokens, access_token, expires_at: exp };
}
