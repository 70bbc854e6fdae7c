/** Sends each call of `SUPABASE_REFUSALS` to our stand-in. */
import { createHash } from "node:crypto";
import path from "node:path";
import { findFreePort } from "local-kit";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations } from "../../drizzle/migrate.ts";
import type { OAuthProviders } from "../../packages/local-supabase/oauth/index.ts";
import { startTestProviders } from "../../packages/local-supabase/testing/oauth-providers.ts";
import {
  startTestSupabase,
  type TestSupabase,
} from "../../packages/local-supabase/testing/supabase.ts";
import { startHostedDatabase } from "./hosted-database.ts";
import { type RecordedRefusal, SUPABASE_REFUSALS } from "./recorded-refusals.ts";

const BROWSERS = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (compatible; Google-Apps-Script; beanserver)",
  // Has the name of Edge in it.
  "Knowledge/1.0",
  "Opera/9.80",
];
const PASSWORD = "correct-horse-1";
const FORWARDED = "203.0.113.7";

let supabase: TestSupabase;
let providers: OAuthProviders;
let hosted: Awaited<ReturnType<typeof startHostedDatabase>>;
beforeAll(async () => {
  providers = await startTestProviders({
    googlePort: await findFreePort(),
    githubPort: await findFreePort(),
    callbackUrl: "http://127.0.0.1/auth/v1/callback",
  });
  const oauth = { googleUrl: providers.google.url, githubUrl: providers.github.url };
  // With our emails, which show a code.
  const projectDir = path.join(import.meta.dirname, "../..");
  [supabase, hosted] = await Promise.all([
    startTestSupabase({ oauth, projectDir }),
    startHostedDatabase(),
  ]);
  await applyMigrations(hosted.url);
});
afterAll(async () => {
  await supabase.close();
  await providers.close();
  await hosted.close();
});

const errorSchema = v.object({
  error_code: v.optional(v.string()),
  msg: v.optional(v.string()),
  message: v.optional(v.string()),
});

const tokensSchema = v.object({ access_token: v.string() });

/** Status, code and message, where there are. */
async function describe(response: Response): Promise<string> {
  const { error_code, msg, message } = v.parse(errorSchema, await response.json());
  return [response.status, error_code, msg ?? message].filter(Boolean).join(" ");
}

const withSecretKey = (headers: Record<string, string>) => ({
  headers: { apikey: supabase.secretKey, ...headers },
});

const post = (pathname: string, body: object, headers: Record<string, string> = {}) =>
  supabase.request(pathname, { method: "POST", body: JSON.stringify(body), headers });

/** The address of a session that starts with `headers`. */
async function signInFrom(headers: Record<string, string>) {
  const { id, email } = await supabase.createUser();
  const credentials = { email, password: PASSWORD };
  await post("/auth/v1/token?grant_type=password", credentials, {
    "Sb-Forwarded-For": FORWARDED,
    ...headers,
  });
  const [session] = await supabase.sql`
    select host(ip) as address from auth.sessions where user_id = ${id}`;
  return session?.address;
}

/** The callback of a flow that began here, after `account` consented at GitHub. */
async function consentAtGitHub(account: string): Promise<string> {
  const challenge = "c".repeat(43);
  const start = await supabase.request(
    `/auth/v1/authorize?provider=github&code_challenge=${challenge}&code_challenge_method=plain`,
  );
  const provider = new URL(start.headers.get("location") ?? "");
  const consent = await fetch(provider.origin + provider.pathname, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ account, state: provider.searchParams.get("state") ?? "" }),
  });
  const { pathname, search } = new URL(consent.headers.get("location") ?? "");
  return pathname + search;
}

/** Code and message of a redirect. */
async function describeRedirect(pathname: string): Promise<string> {
  const response = await supabase.request(pathname);
  const { searchParams } = new URL(response.headers.get("location") ?? "");
  return `${searchParams.get("error_code")} ${searchParams.get("error_description")}`;
}

/** The code in an email, which has two groups. */
const readCode = (html: string) => /(\d{5})<span [^>]*>(\d{5})</.exec(html)?.slice(1).join("");

/** Each sends the call and returns its answer. */
const CALLS = {
  async secretKeyInBrowser() {
    const answers = BROWSERS.map((agent) =>
      supabase.request("/auth/v1/settings", withSecretKey({ "User-Agent": agent })).then(describe),
    );
    const [answer, ...others] = [...new Set(await Promise.all(answers))];
    expect(others).toEqual([]);
    for (const agent of ["node", "curl/8.14.1", "server/1 4d6f7a696c6c612f352e30", ""]) {
      const allowed = withSecretKey({ "User-Agent": agent });
      expect((await supabase.request("/auth/v1/settings", allowed)).status).toBe(200);
    }
    return answer;
  },
  async secretKeyOnlyAsBearer() {
    const headers = { Authorization: `Bearer ${supabase.secretKey}` };
    const url = "/auth/v1/admin/users/00000000-0000-4000-8000-000000000000";
    expect((await supabase.request(url, withSecretKey(headers))).status).toBe(404);
    return (await describe(await supabase.request(url, { headers }))).slice(
      0,
      "403 bad_jwt".length,
    );
  },
  async forwardedAddressWithoutSecretKey() {
    expect(await signInFrom({ apikey: supabase.secretKey })).toBe(FORWARDED);
    expect(await signInFrom({})).toBe("127.0.0.1");
    return "header is ignored";
  },
  async addressThatCannotBeEmailed() {
    const domain = "@example.com";
    const long = `${"a".repeat(255 - domain.length)}${domain}`;
    const addresses = [`.ann${domain}`, `ann.${domain}`, long];
    const answers = new Set<string>();
    for (const email of addresses) {
      answers.add(await describe(await post("/auth/v1/signup", { email, password: PASSWORD })));
    }
    expect(answers.size).toBe(1);
    const users =
      await supabase.sql`select from auth.users where email in ${supabase.sql(addresses)}`;
    expect(users).toHaveLength(0);
    return [...answers][0];
  },
  async githubWithoutAddress() {
    return describeRedirect(await consentAtGitHub("ghost"));
  },
  async unverifiedAddressAtProvider() {
    const { sql } = supabase;
    const asked = await describeRedirect(await consentAtGitHub("una"));
    expect(asked).toContain("A confirmation email has been sent to your github email");
    expect(supabase.emails.at(-1)?.to).toBe("una@example.com");
    const removed = await sql`delete from auth.users where email = 'una@example.com' returning id`;
    expect(removed).toHaveLength(1);

    const { id } = await supabase.createUser();
    await sql`update auth.users set email = 'una@example.com' where id = ${id}`;
    const answer = await describeRedirect(await consentAtGitHub("una"));
    expect(answer).toContain("Verify the email with github in order to sign in");
    const added = await sql`
      select u.email, u.email_confirmed_at from auth.users u join auth.identities i on i.user_id = u.id
      where i.provider = 'github' and i.email = 'una@example.com'`;
    expect(added).toEqual([{ email: null, email_confirmed_at: null }]);
    return answer.split(" ")[0];
  },
  async usedOAuthState() {
    const callback = await consentAtGitHub("octocat");
    expect((await supabase.request(callback)).headers.get("location")).toContain("code=");
    const again = await describeRedirect(callback);
    expect(again).toBe("flow_state_already_used State has already been used");
    return "flow_state_already_used";
  },
  async listedPasskeys() {
    const { id, email } = await supabase.createUser();
    const signingIn = post("/auth/v1/token?grant_type=password", { email, password: PASSWORD });
    const { access_token } = v.parse(tokensSchema, await (await signingIn).json());
    const list = async () => {
      const headers = { Authorization: `Bearer ${access_token}` };
      const response = await supabase.request("/auth/v1/passkeys", { headers });
      const { error_code } = v.parse(errorSchema, await response.json());
      return [response.status, error_code].filter(Boolean).join(" ");
    };
    await supabase.sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${id}, 'totp', 'verified', now(), now())`;
    const withoutCode = await list();
    await supabase.sql`
      update auth.users set banned_until = now() + interval '1 day' where id = ${id}`;
    const banned = await list();
    await supabase.sql`delete from auth.users where id = ${id}`;
    return [withoutCode, banned, await list()].join(", ");
  },
  async cachedSigningKeys() {
    const response = await supabase.request("/auth/v1/.well-known/jwks.json");
    return response.headers.get("cache-control");
  },
  async emailedCode() {
    const { email } = await supabase.createUser();
    const sends = { "/auth/v1/otp": { email }, "/auth/v1/recover": { email } };
    const added = { email: `new-${email}`, password: PASSWORD };
    const answers = new Set<string>();
    for (const [path, body] of Object.entries({ ...sends, "/auth/v1/signup": added })) {
      await supabase.sql`update auth.users set recovery_sent_at = null`;
      await post(path, body);
      const code = readCode(supabase.emails.at(-1)?.html ?? "");
      const verify = (address: string) => {
        const token_hash = createHash("sha224")
          .update(address + code)
          .digest("hex");
        return post("/auth/v1/verify", { type: "email", token_hash });
      };
      answers.add((await describe(await verify(`other-${body.email}`))).slice(0, 15));
      expect((await verify(body.email)).status).toBe(200);
    }
    expect(answers.size).toBe(1);
    return [...answers][0];
  },
  async triggerOnPasskeys() {
    await hosted.sql`
      create or replace trigger on_passkey_removed after delete on auth.webauthn_credentials
      for each row execute function public.enqueue_passkey_email('passkey_removed')`;
    const dropping = hosted.sql`drop trigger on_passkey_removed on auth.webauthn_credentials`;
    const { code, message } = await dropping.then(
      () => ({ code: "none", message: "" }),
      (error) => error,
    );
    return `${code} ${message}`;
  },
  async eventTrigger() {
    await hosted.sql`create table public.made_by_a_migration (id int)`;
    const [table] = await hosted.sql`
      select relrowsecurity as is_on from pg_class where oid = 'public.made_by_a_migration'::regclass`;
    return table?.is_on ? "is created" : "is not created";
  },
} satisfies Record<keyof typeof SUPABASE_REFUSALS, () => Promise<string | null | undefined>>;

const recorded = new Map<string, RecordedRefusal>(Object.entries(SUPABASE_REFUSALS));

test.each(Object.entries(CALLS))("%s gets the recorded answer", async (name, ask) => {
  const answer = await ask();
  expect(answer).toBeTruthy();
  expect(recorded.get(name)?.answer).toContain(answer);
});
