/**
 * Isolation of users in Supabase's REST API, which is open to anyone with the publishable key: no access to
 * other users' rows, and none to the columns of their own rows that only the product sets.
 */
import postgres from "postgres";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccount, signIn } from "../support/auth-server.ts";
import { superuserDatabaseUrl, siteVariables as variables } from "../support/running-cloud.ts";

const supabaseUrl = variables.SUPABASE_URL ?? "";
const publishableKey = variables.SUPABASE_PUBLISHABLE_KEY ?? "";
const sql = postgres(superuserDatabaseUrl, { max: 2, onnotice: () => {} });

interface Person {
  readonly id: string;
  readonly token: string;
  readonly itemId: string;
}

let ann: Person;
let ben: Person;

beforeAll(async () => {
  [ann, ben] = [await createPerson(), await createPerson("price_local_pro")];
});
afterAll(() => sql.end({ timeout: 5 }));

async function createPerson(priceId?: string): Promise<Person> {
  const email = `rest-${crypto.randomUUID()}@example.com`;
  const id = await createAccount(supabaseUrl, email);
  const { access_token: token } = await signIn(supabaseUrl, email);
  const [item] = await sql<{ id: string }[]>`
    insert into public.items (owner, name) values (${id}, 'Private') returning id`;
  await sql`
    insert into public.customers (user_id, stripe_customer_id, stripe_price_id, stripe_subscription_status)
    values (${id}, ${`cus_${id}`}, ${priceId ?? null}, ${priceId ? "active" : null})`;
  return { id, token, itemId: item?.id ?? "" };
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

async function rest(token: string, method: Method, path: string, body?: object) {
  const response = await fetch(`${supabaseUrl}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Prefer: "return=representation",
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const json: unknown = text ? JSON.parse(text) : null;
  return { status: response.status, body: json };
}

/** All rows of both users. */
async function readAll() {
  const ids = [ann.id, ben.id];
  return {
    users: await sql`select * from public.users where id in ${sql(ids)} order by id`,
    customers:
      await sql`select * from public.customers where user_id in ${sql(ids)} order by user_id`,
    items: await sql`select * from public.items where owner in ${sql(ids)} order by id`,
  };
}

const PLAN = { stripe_price_id: "price_local_business", stripe_subscription_status: "active" };
const CUSTOMER = { stripe_customer_id: "cus_THEIR_ID" };
const EMAIL = { template: "account_exists", recipient: "x@example.com", dedupe_key: "x" };
const MESSAGE = { id: crypto.randomUUID(), name: "x", email: "x", message: "x" };

/** Replaces the placeholders of a path or body. */
function fillIn(text: string, me: Person, other: Person): string {
  return text
    .replaceAll("MY_ID", me.id)
    .replaceAll("MY_ITEM", me.itemId)
    .replaceAll("THEIR_ID", other.id)
    .replaceAll("THEIR_ITEM", other.itemId);
}

describe("with the user's own token", () => {
  test.each([["items"], ["users?select=*,customers(*)"], ["users"], ["customers"]])(
    "%s returns only the user's own rows",
    async (path) => {
      const { status, body } = await rest(ann.token, "GET", path);
      expect(status).toBe(200);
      expect(body).toHaveLength(1);
      expect(JSON.stringify(body)).not.toContain(ben.id);
    },
  );

  test.each<[Method, string, object?]>([
    ["GET", "items?id=eq.THEIR_ITEM"],
    ["PATCH", "items?id=eq.THEIR_ITEM", { name: "Stolen" }],
    ["DELETE", "items?id=eq.THEIR_ITEM"],
    ["DELETE", "items?owner=eq.THEIR_ID"],
    ["GET", "users?id=eq.THEIR_ID"],
    ["PATCH", "users?id=eq.THEIR_ID", { name: "Stolen" }],
    ["GET", "customers?user_id=eq.THEIR_ID"],
  ])("%s %s finds nothing", async (method, path, body) => {
    const before = await readAll();
    const unknown = { id: crypto.randomUUID(), token: "", itemId: crypto.randomUUID() };
    const theirs = await rest(ann.token, method, fillIn(path, ann, ben), body);
    const missing = await rest(ann.token, method, fillIn(path, ann, unknown), body);
    expect(theirs).toEqual(missing);
    expect(theirs.body).toEqual([]);
    expect(await readAll()).toEqual(before);
  });

  const FORBIDDEN: [what: string, Method, path: string, body?: object][] = [
    ["adding an item for another user", "POST", "items", { owner: "THEIR_ID", name: "Planted" }],
    ["giving an item to another user", "PATCH", "items?id=eq.MY_ITEM", { owner: "THEIR_ID" }],
    ["choosing an item's id", "POST", "items", { id: "THEIR_ITEM", owner: "MY_ID", name: "Twin" }],
    ["adding a featured item", "POST", "items", { owner: "MY_ID", name: "A", featured: true }],
    ["featuring an item", "PATCH", "items?id=eq.MY_ITEM", { featured: true }],
    ["featuring while renaming", "PATCH", "items?id=eq.MY_ITEM", { name: "A", featured: true }],
    ["backdating an item", "PATCH", "items?id=eq.MY_ITEM", { created_at: "1999-01-01" }],
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

  test("users can add, rename and delete their own items", async () => {
    const added = await rest(ann.token, "POST", "items", [{ owner: ann.id, name: "Mine" }]);
    expect(added).toMatchObject({ status: 201, body: [{ name: "Mine", featured: false }] });
    const [{ id }] = v.parse(v.tuple([v.object({ id: v.string() })]), added.body);
    expect(
      await rest(ann.token, "PATCH", `items?id=eq.${id}`, { name: "Still mine" }),
    ).toMatchObject({ body: [{ name: "Still mine" }] });
    expect(await rest(ann.token, "DELETE", `items?id=eq.${id}`)).toMatchObject({
      body: [{ id }],
    });
  });
});

describe("a token of an account with MFA", () => {
  test("reads and writes nothing before the two-step code", async () => {
    const person = await createPerson();
    await sql`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
      values (${person.id}, 'Phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`;
    const [user] = await sql<{ email: string }[]>`select email from users where id = ${person.id}`;
    const { access_token: token } = await signIn(supabaseUrl, user?.email ?? "");
    for (const table of ["users", "customers", "items"]) {
      expect(await rest(token, "GET", table)).toMatchObject({ status: 200, body: [] });
    }
    const written = { owner: person.id, name: "Sneaked in" };
    expect(await rest(token, "POST", "items", written)).toMatchObject({ status: 403 });
  });
});

describe("without a token", () => {
  test.each([
    "users",
    "customers",
    "items",
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
