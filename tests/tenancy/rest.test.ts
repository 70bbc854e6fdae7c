/**
 * Isolation of users in Supabase's REST API, which is open to anyone with the publishable key: no access to
 * other users' rows, and none to the columns of their own rows that only the product sets.
 */
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "../support/auth-server.ts";
import { superuserDatabaseUrl } from "../support/running-cloud.ts";
import {
  createPerson,
  fillIn,
  type Method,
  type Person,
  publishableKey,
  rest,
  supabaseUrl,
} from "../support/supabase/rest.ts";

const sql = postgres(superuserDatabaseUrl, { max: 2, onnotice: () => {} });

let ann: Person;
let ben: Person;

beforeAll(async () => {
  [ann, ben] = [await createPerson(sql), await createPerson(sql, "price_local_pro")];
});
afterAll(() => sql.end({ timeout: 5 }));

/** All rows of both users. */
async function readAll() {
  const ids = [ann.id, ben.id];
  return {
    users: await sql`select * from public.users where id in ${sql(ids)} order by id`,
    customers:
      await sql`select * from public.customers where user_id in ${sql(ids)} order by user_id`,
  };
}

const PLAN = { stripe_price_id: "price_local_business", stripe_subscription_status: "active" };
const CUSTOMER = { stripe_customer_id: "cus_THEIR_ID" };
const EMAIL = { template: "account_exists", recipient: "x@example.com", dedupe_key: "x" };
const MESSAGE = { id: crypto.randomUUID(), name: "x", email: "x", message: "x" };

describe("with the user's own token", () => {
  test.each([["users?select=*,customers(*)"], ["users"], ["customers"]])(
    "%s returns only the user's own rows",
    async (path) => {
      const { status, body } = await rest(ann.token, "GET", path);
      expect(status).toBe(200);
      expect(body).toHaveLength(1);
      expect(JSON.stringify(body)).not.toContain(ben.id);
    },
  );

  test.each<[Method, string, object?]>([
    ["GET", "users?id=eq.THEIR_ID"],
    ["PATCH", "users?id=eq.THEIR_ID", { name: "Stolen" }],
    ["GET", "customers?user_id=eq.THEIR_ID"],
  ])("%s %s finds nothing", async (method, path, body) => {
    const before = await readAll();
    const unknown = { id: crypto.randomUUID() };
    const theirs = await rest(ann.token, method, fillIn(path, ann, ben), body);
    const missing = await rest(ann.token, method, fillIn(path, ann, unknown), body);
    expect(theirs).toEqual(missing);
    expect(theirs.body).toEqual([]);
    expect(await readAll()).toEqual(before);
  });

  const FORBIDDEN: [what: string, Method, path: string, body?: object][] = [
    ["changing the email address", "PATCH", "users?id=eq.MY_ID", { email: "other@example.com" }],
    ["adding a user", "POST", "users", { id: crypto.randomUUID(), email: "x@example.com" }],
    ["deleting a user", "DELETE", "users?id=eq.MY_ID"],
    ["taking a plan", "PATCH", "customers?user_id=eq.MY_ID", PLAN],
    ["taking a customer", "PATCH", "customers?user_id=eq.MY_ID", CUSTOMER],
    ["adding a customer", "POST", "customers", { user_id: "MY_ID" }],
    ["deleting a customer", "DELETE", "customers?user_id=eq.MY_ID"],
    ["reading the webhook ledger", "GET", "stripe_events"],
    ["reading claims", "GET", "claims"],
    ["reading recovery codes", "GET", "recovery_codes"],
    ["deleting recovery codes", "DELETE", "recovery_codes?user_id=eq.MY_ID"],
    ["reading contact messages", "GET", "contact_messages"],
    ["reading outgoing emails", "GET", "outgoing_emails"],
    ["sending an email", "POST", "outgoing_emails", EMAIL],
    ["writing contact messages", "POST", "contact_messages", MESSAGE],
  ];

  for (const person of ["a free user", "a subscriber"] as const) {
    test.each(FORBIDDEN)(`%s is rejected for ${person}`, async (_, method, path, body) => {
      const [me, other] = person === "a free user" ? [ann, ben] : [ben, ann];
      const before = await readAll();
      const sent = body && JSON.parse(fillIn(JSON.stringify(body), me, other));
      const { status } = await rest(me.token, method, fillIn(path, me, other), sent);
      expect([401, 403, 404]).toContain(status);
      expect(await readAll()).toEqual(before);
    });
  }
});

describe("a token of an account with two-step verification", () => {
  test("reads and writes nothing before the two-step code", async () => {
    const person = await createPerson(sql);
    await sql`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
      values (${person.id}, 'Phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`;
    const [user] = await sql<{ email: string }[]>`select email from users where id = ${person.id}`;
    const { access_token: token } = await signIn(supabaseUrl, user?.email ?? "");
    for (const table of ["users", "customers"]) {
      expect(await rest(token, "GET", table)).toMatchObject({ status: 200, body: [] });
    }
    const renamed = await rest(token, "PATCH", `users?id=eq.${person.id}`, { name: "Sneaked in" });
    expect(renamed).toMatchObject({ body: [] });
  });
});

describe("without a token", () => {
  test.each([
    "users",
    "customers",
    "stripe_events",
    "stripe_event_cursor",
    "stripe_sync_queue",
    "contact_messages",
    "claims",
    "recovery_codes",
    "outgoing_emails",
  ])("%s is closed", async (table) => {
    const { status } = await rest(publishableKey, "GET", table);
    expect([401, 403]).toContain(status);
  });
});
