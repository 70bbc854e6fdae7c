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

  const others: readonly [Method, (other: Person) => string, object | undefined][] = [
    ["GET", (other) => `items?id=eq.${other.itemId}`, undefined],
    ["PATCH", (other) => `items?id=eq.${other.itemId}`, { name: "Stolen" }],
    ["DELETE", (other) => `items?id=eq.${other.itemId}`, undefined],
    ["DELETE", (other) => `items?owner=eq.${other.id}`, undefined],
    ["GET", (other) => `users?id=eq.${other.id}`, undefined],
    ["PATCH", (other) => `users?id=eq.${other.id}`, { name: "Stolen" }],
    ["GET", (other) => `customers?user_id=eq.${other.id}`, undefined],
  ];

  test.each(others)("%s of another user's rows finds nothing (%#)", async (method, path, body) => {
    const before = await readAll();
    const theirs = await rest(ann.token, method, path(ben), body);
    const missing = await rest(
      ann.token,
      method,
      path({ id: crypto.randomUUID(), token: "", itemId: crypto.randomUUID() }),
      body,
    );
    expect(theirs).toEqual(missing);
    expect(theirs.body).toEqual([]);
    expect(await readAll()).toEqual(before);
  });

  const forbidden: readonly [
    string,
    Method,
    (me: Person, other: Person) => string,
    object | ((me: Person, other: Person) => object),
  ][] = [
    [
      "adding an item for someone else",
      "POST",
      () => "items",
      (_, other) => ({ owner: other.id, name: "Planted" }),
    ],
    [
      "giving an item to someone else",
      "PATCH",
      (me) => `items?id=eq.${me.itemId}`,
      (_, other) => ({ owner: other.id }),
    ],
    [
      "choosing an item's id",
      "POST",
      () => "items",
      (me, other) => ({ id: other.itemId, owner: me.id, name: "Twin" }),
    ],
    [
      "adding a featured item",
      "POST",
      () => "items",
      (me) => ({ owner: me.id, name: "Shiny", featured: true }),
    ],
    ["featuring an item", "PATCH", (me) => `items?id=eq.${me.itemId}`, { featured: true }],
    [
      "featuring while renaming",
      "PATCH",
      (me) => `items?id=eq.${me.itemId}`,
      { name: "Shiny", featured: true },
    ],
    [
      "backdating an item",
      "PATCH",
      (me) => `items?id=eq.${me.itemId}`,
      { created_at: "1999-01-01" },
    ],
    [
      "changing the email address",
      "PATCH",
      (me) => `users?id=eq.${me.id}`,
      { email: "other@example.com" },
    ],
    ["adding a user", "POST", () => "users", { id: crypto.randomUUID(), email: "x@example.com" }],
    ["deleting a user", "DELETE", (me) => `users?id=eq.${me.id}`, {}],
    [
      "taking a plan",
      "PATCH",
      (me) => `customers?user_id=eq.${me.id}`,
      { stripe_price_id: "price_local_business", stripe_subscription_status: "active" },
    ],
    [
      "taking someone else's customer",
      "PATCH",
      (me) => `customers?user_id=eq.${me.id}`,
      (_, other) => ({ stripe_customer_id: `cus_${other.id}` }),
    ],
    ["adding a customer", "POST", () => "customers", (me) => ({ user_id: me.id })],
    ["deleting a customer", "DELETE", (me) => `customers?user_id=eq.${me.id}`, {}],
    ["reading the webhook ledger", "GET", () => "stripe_events", {}],
    ["reading claims", "GET", () => "claims", {}],
    ["reading recovery codes", "GET", () => "recovery_codes", {}],
    ["deleting recovery codes", "DELETE", (me) => `recovery_codes?user_id=eq.${me.id}`, {}],
    ["reading contact messages", "GET", () => "contact_messages", {}],
    ["reading outgoing emails", "GET", () => "outgoing_emails", {}],
    [
      "sending an email",
      "POST",
      () => "outgoing_emails",
      { template: "account_exists", recipient: "x@example.com", dedupe_key: "x" },
    ],
    [
      "writing contact messages",
      "POST",
      () => "contact_messages",
      { id: crypto.randomUUID(), name: "x", email: "x", message: "x" },
    ],
  ];

  for (const person of ["a free user", "a subscriber"] as const) {
    test.each(forbidden)(`%s is rejected for ${person}`, async (_, method, path, body) => {
      const [me, other] = person === "a free user" ? [ann, ben] : [ben, ann];
      const before = await readAll();
      const sent = typeof body === "function" ? body(me, other) : body;
      const { status } = await rest(
        me.token,
        method,
        path(me, other),
        method === "GET" || method === "DELETE" ? undefined : sent,
      );
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
