/** Isolation of items in Supabase's REST API, which users may read, add to, rename in and delete from. */
import postgres from "postgres";
import * as v from "valibot";
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

interface Owner extends Person {
  readonly itemId: string;
}

let ann: Owner;
let ben: Owner;

beforeAll(async () => {
  [ann, ben] = [await createOwner(), await createOwner("price_local_pro")];
});
afterAll(() => sql.end({ timeout: 5 }));

async function createOwner(priceId?: string): Promise<Owner> {
  const person = await createPerson(sql, priceId);
  const [item] = await sql<{ id: string }[]>`
    insert into public.items (owner, name) values (${person.id}, 'Private') returning id`;
  return { ...person, itemId: item?.id ?? "" };
}

const readAll = () =>
  sql`select * from public.items where owner in ${sql([ann.id, ben.id])} order by id`;

type Ids = Pick<Owner, "id" | "itemId">;

const fillInItem = (text: string, me: Ids, other: Ids) =>
  fillIn(text, me, other).replaceAll("MY_ITEM", me.itemId).replaceAll("THEIR_ITEM", other.itemId);

test("a user reads only their own items", async () => {
  const { status, body } = await rest(ann.token, "GET", "items");
  expect(status).toBe(200);
  expect(body).toMatchObject([{ owner: ann.id }]);
});

test.each<[Method, string, object?]>([
  ["GET", "items?id=eq.THEIR_ITEM"],
  ["PATCH", "items?id=eq.THEIR_ITEM", { name: "Stolen" }],
  ["DELETE", "items?id=eq.THEIR_ITEM"],
  ["DELETE", "items?owner=eq.THEIR_ID"],
])("%s %s finds nothing", async (method, path, body) => {
  const before = await readAll();
  const unknown = { id: crypto.randomUUID(), itemId: crypto.randomUUID() };
  const theirs = await rest(ann.token, method, fillInItem(path, ann, ben), body);
  expect(theirs).toEqual(await rest(ann.token, method, fillInItem(path, ann, unknown), body));
  expect(theirs.body).toEqual([]);
  expect(await readAll()).toEqual(before);
});

const FORBIDDEN: [what: string, Method, path: string, body: object][] = [
  ["adding an item for another user", "POST", "items", { owner: "THEIR_ID", name: "Planted" }],
  ["giving an item to another user", "PATCH", "items?id=eq.MY_ITEM", { owner: "THEIR_ID" }],
  ["choosing an item's id", "POST", "items", { id: "THEIR_ITEM", owner: "MY_ID", name: "Twin" }],
  ["adding a featured item", "POST", "items", { owner: "MY_ID", name: "A", featured: true }],
  ["featuring an item", "PATCH", "items?id=eq.MY_ITEM", { featured: true }],
  ["featuring while renaming", "PATCH", "items?id=eq.MY_ITEM", { name: "A", featured: true }],
  ["backdating an item", "PATCH", "items?id=eq.MY_ITEM", { created_at: "1999-01-01" }],
];

describe.each(["a free user", "a subscriber"] as const)("for %s", (person) => {
  test.each(FORBIDDEN)("%s is rejected", async (_, method, path, body) => {
    const [me, other] = person === "a free user" ? [ann, ben] : [ben, ann];
    const before = await readAll();
    const sent = JSON.parse(fillInItem(JSON.stringify(body), me, other));
    const { status } = await rest(me.token, method, fillInItem(path, me, other), sent);
    expect([401, 403, 404]).toContain(status);
    expect(await readAll()).toEqual(before);
  });
});

test("users can add, rename and delete their own items", async () => {
  const added = await rest(ann.token, "POST", "items", [{ owner: ann.id, name: "Mine" }]);
  expect(added).toMatchObject({ status: 201, body: [{ name: "Mine", featured: false }] });
  const [{ id }] = v.parse(v.tuple([v.object({ id: v.string() })]), added.body);
  expect(await rest(ann.token, "PATCH", `items?id=eq.${id}`, { name: "Still mine" })).toMatchObject(
    { body: [{ name: "Still mine" }] },
  );
  expect(await rest(ann.token, "DELETE", `items?id=eq.${id}`)).toMatchObject({
    body: [{ id }],
  });
});

test("a token of an account with two-step verification reads and writes nothing before its code", async () => {
  const owner = await createOwner();
  await sql`
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
    values (${owner.id}, 'Phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`;
  const [user] = await sql<{ email: string }[]>`select email from users where id = ${owner.id}`;
  const { access_token: token } = await signIn(supabaseUrl, user?.email ?? "");
  expect(await rest(token, "GET", "items")).toMatchObject({ status: 200, body: [] });
  const written = { owner: owner.id, name: "Sneaked in" };
  expect(await rest(token, "POST", "items", written)).toMatchObject({ status: 403 });
});

test("without a token, the table is closed", async () => {
  const { status } = await rest(publishableKey, "GET", "items");
  expect([401, 403]).toContain(status);
});
