/** Which sign-ins the owner of an account gets an email about. */
import postgres from "postgres";
import { afterAll, expect, test, vi } from "vitest";
import { getPlatform } from "~/platform/context.server";
import { createAccount } from "../../../../tests/support/auth-server.ts";
import { createRequestContext } from "../../../../tests/support/routes/request-context";
import {
  workerDatabaseUrl as databaseUrl,
  siteVariables,
  superuserDatabaseUrl,
} from "../../../../tests/support/running-cloud.ts";
import { isKnownBrowser, rememberBrowser } from "./known-browser.server";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
const REPORT = { template: "new_browser", payload: { userAgent: FIREFOX.padEnd(512, "x") } };

const sql = postgres(superuserDatabaseUrl, { max: 1, onnotice: () => {} });
afterAll(() => sql.end());

interface Person {
  readonly id: string;
  readonly email: string;
}

async function createPerson(): Promise<Person> {
  const email = `person-${crypto.randomUUID()}@example.com`;
  return { id: await createAccount(siteVariables.SUPABASE_URL ?? "", email), email };
}

/** An account of the day before yesterday. */
async function createOlderPerson(): Promise<Person> {
  const person = await createPerson();
  await sql`
    update public.users set created_at = now() - interval '2 days' where id = ${person.id}`;
  return person;
}

function openBrowser(cookie: string, address = "203.0.113.1") {
  // A made-up header is stored up to a limit.
  const userAgent = { "User-Agent": FIREFOX.padEnd(3_000, "x") };
  const headers = { Cookie: cookie, "CF-Connecting-IP": address, ...userAgent };
  const request = new Request("http://localhost:5173/auth/signin", { headers });
  return getPlatform(createRequestContext({ request, databaseUrl }));
}

interface SignIn {
  /** The browser's cookies. */
  readonly cookie?: string;
  readonly address?: string;
  readonly minutesAgo?: number;
  readonly aal?: "aal1" | "aal2";
  readonly hasApp?: boolean;
}

/** Stores a session of the account in a browser. Returns the browser's cookies. */
async function signIn({ id, email }: Person, options: SignIn = {}): Promise<string> {
  const { cookie = "", address, minutesAgo = 0, aal = "aal1", hasApp = false } = options;
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: id,
    email,
    session_id: crypto.randomUUID(),
    exp: now + 3600,
    role: "authenticated",
    aal,
    two_step: hasApp,
    amr: [{ method: "password", timestamp: now - minutesAgo * 60 }],
  };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  const platform = openBrowser(cookie, address);
  rememberBrowser(platform, JSON.stringify({ access_token: `e30.${payload}.c2ln` }));
  await platform.close();
  return platform.cookies
    .all()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
}

const readEmails = async ({ email }: Person) =>
  Array.from(
    await sql`
      select template, payload from public.outgoing_emails
      where recipient = ${email} order by created_at`,
  );

test("a browser that the account does not know is reported, and not again, even under a new address", async () => {
  const person = await createOlderPerson();
  const cookie = await signIn(person);
  expect(await readEmails(person)).toEqual([REPORT]);
  const renamed = { ...person, email: `new-${person.email}` };
  const later = await signIn(renamed, { cookie: await signIn(person, { cookie }) });
  expect(isKnownBrowser(openBrowser(later), renamed.email)).toBe(true);
  expect(await readEmails(person)).toEqual([REPORT]);
  await signIn(person, { address: "203.0.113.2" });
  expect(await readEmails(person)).toEqual([REPORT, REPORT]);
});

test("three tabs that sign in at once in a new browser are reported once, and again a minute later", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const person = await createOlderPerson();
  await Promise.all([signIn(person), signIn(person), signIn(person)]);
  expect(await readEmails(person)).toEqual([REPORT]);
  vi.setSystemTime(Date.now() + 60_000);
  await signIn(person);
  expect(await readEmails(person)).toEqual([REPORT, REPORT]);
  vi.useRealTimers();
});

test("a browser that people share is known to the latest five of them", async () => {
  const ann = await createOlderPerson();
  let cookie = await signIn(ann);
  const others = [1, 2, 3, 4, 5].map((index) => ({
    id: crypto.randomUUID(),
    email: `other-${index}@example.com`,
  }));
  for (const other of others.slice(1)) cookie = await signIn(other, { cookie });
  cookie = await signIn(ann, { cookie });
  expect(await readEmails(ann)).toEqual([REPORT]);
  for (const other of others) cookie = await signIn(other, { cookie });
  await signIn(ann, { cookie, address: "203.0.113.2" });
  expect(await readEmails(ann)).toEqual([REPORT, REPORT]);
});

test("nothing is reported on the account's first day, before the code, or when a session is refreshed", async () => {
  const newcomer = await createPerson();
  await signIn(newcomer);
  expect(await readEmails(newcomer)).toEqual([]);
  const person = await createOlderPerson();
  await signIn(person, { hasApp: true });
  await signIn(person, { minutesAgo: 59 });
  expect(await readEmails(person)).toEqual([]);
  await signIn(person, { hasApp: true, aal: "aal2", minutesAgo: 5 });
  expect(await readEmails(person)).toEqual([REPORT]);
});
