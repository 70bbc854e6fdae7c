import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { findFreePort } from "local-kit";
import postgres from "postgres";
import * as v from "valibot";
import { type OutgoingEmail, type SupabaseOptions, startSupabase } from "../index.ts";
import { createTestDatabase } from "./database.ts";
import { RECORDED_PROJECT } from "./recordings/profiles.ts";

const TEST_SITE = "http://localhost:5173";
const TEST_PASSWORD = "correct-horse-1";
const PUBLISHABLE_KEY = "sb_publishable_test";
const SECRET_KEY = "sb_secret_test";

/** The app's part of the schema: a users table filled by a trigger on auth.users. */
const APP_MIGRATION = `
  create table public.users (
    id uuid primary key references auth.users (id) on delete cascade,
    email text,
    name text
  );
  create function public.handle_auth_user() returns trigger
    language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.users (id, email, name)
    values (new.id, new.email, new.raw_user_meta_data ->> 'name')
    on conflict (id) do update set email = excluded.email;
    return new;
  end $$;
  create trigger on_auth_user after insert or update of email on auth.users
    for each row execute function public.handle_auth_user();
  alter table public.users enable row level security;
  create policy own on public.users to authenticated
    using ((select auth.uid()) = id) with check ((select auth.uid()) = id);
`;

/** A local Supabase with its own database, for one test file. */
export type TestSupabase = Awaited<ReturnType<typeof startTestSupabase>>;

export async function startTestSupabase(overrides: Partial<SupabaseOptions> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "supabase-test-"));
  const database = await createTestDatabase();
  const emails: OutgoingEmail[] = [];
  const options: SupabaseOptions = {
    port: await findFreePort(),
    databaseUrl: database.url,
    projectDir: RECORDED_PROJECT,
    siteUrl: TEST_SITE,
    dataDir,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    sendEmail: async (mail) => void emails.push(mail),
    ...overrides,
  };
  const sql = postgres(options.databaseUrl, { max: 2, onnotice: () => {} });
  let service = await startSupabase({
    ...options,
    migrate: async () => void (await sql.unsafe(APP_MIGRATION)),
  });

  function createAuthClient(key = PUBLISHABLE_KEY, flowType: "implicit" | "pkce" = "implicit") {
    return createClient(service.url, key, {
      auth: { flowType, autoRefreshToken: false, detectSessionInUrl: false, storage: memory() },
    });
  }
  const admin = createAuthClient(SECRET_KEY);

  return {
    url: service.url,
    options,
    sql,
    emails,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    createClient: createAuthClient,
    /** Sends a raw request with the publishable key. */
    request: (pathname: string, init: RequestInit = {}) =>
      fetch(service.url + pathname, {
        redirect: "manual",
        ...init,
        headers: { apikey: PUBLISHABLE_KEY, ...init.headers },
      }),
    /** Creates a confirmed user with a unique address. */
    async createUser(name = "user") {
      const email = `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
      const { data, error } = await admin.auth.admin.createUser({
        email,
        password: TEST_PASSWORD,
        email_confirm: true,
      });
      if (error) throw error;
      return { id: data.user.id, email };
    },
    /** Creates a user and a signed-in client. */
    async signIn(name?: string) {
      const user = await this.createUser(name);
      return { ...user, ...(await this.signInAs(user.email)) };
    },
    async signInAs(email: string, password = TEST_PASSWORD) {
      const client = createAuthClient();
      const { data, error } = await client.auth.signInWithPassword({ email, password });
      if (error) throw error;
      return { client, session: data.session };
    },
    /** Restarts the server on the same database, with other overrides if given. */
    async restart(changed = options.overrides) {
      await service.close();
      service = await startSupabase({ ...options, ...(changed && { overrides: changed }) });
    },
    async close() {
      await service.close();
      await sql.end();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Separate storage per client, like a browser's; holds the PKCE verifier. */
function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** Parses a response's JSON object. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  return v.parse(v.record(v.string(), v.unknown()), await response.json());
}
