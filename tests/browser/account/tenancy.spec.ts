/**
 * Two users, every loader, action and endpoint: another user's data gets exactly the same response as data
 * that does not exist. (Supabase's REST has its own matrix in `tests/tenancy/rest.test.ts`.)
 */
import { type APIRequestContext, request } from "@playwright/test";
import { sessionCookie } from "../../support/auth-server.ts";
import { type Person, signInTokens, test } from "../../support/browser/accounts.ts";
import { expect } from "../../support/browser/fixtures.ts";

interface Caller extends Person {
  readonly api: APIRequestContext;
  readonly token: string;
  readonly itemId: string;
}

const testOfTwo = test.extend<{ ann: Caller; ben: Caller }>({
  ann: async ({ createPerson, baseURL, address }, use) => {
    await useCaller(await createPerson(), baseURL, address, use);
  },
  ben: async ({ createPerson, baseURL, address }, use) => {
    await useCaller(await createPerson(), baseURL, address, use);
  },
});

async function useCaller(
  person: Person,
  baseURL: string | undefined,
  address: string,
  use: (caller: Caller) => Promise<void>,
): Promise<void> {
  const [itemId = ""] = await person.addItems(["Private"]);
  await person.subscribe("pro");
  const tokens = await signInTokens(person.email);
  const api = await request.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    extraHTTPHeaders: { Cookie: sessionCookie(tokens), "CF-Connecting-IP": address },
    maxRedirects: 0,
  });
  await use({ ...person, api, token: tokens.access_token, itemId });
  await api.dispose();
}

type Call = (caller: Caller, id: string) => ReturnType<APIRequestContext["get"]>;

const MISSING_ID = "7d6f0f0e-5a52-4d3c-9a39-0d5a3f3f7c11";

/** Status and text of a response, without the requested id and what varies per response. */
async function normalizedResponse(caller: Caller, id: string, call: Call) {
  const response = await call(caller, id);
  const text = (await response.text())
    .replaceAll(id, "<id>")
    .replaceAll(/nonce="[^"]*"|\\?"requestId\\?",\\?"[^"]*"/g, "");
  return { status: response.status(), text };
}

const act =
  (form: Readonly<Record<string, string>>): Call =>
  ({ api, id: account }, id) =>
    api.post("/dashboard.data", { form: { account, id, ...form } });

const calls: Readonly<Record<string, Call>> = {
  "reading an item": ({ api }, id) => api.get(`/dashboard?item=${id}`),
  "renaming an item": act({ intent: "rename", name: "Stolen" }),
  "deleting an item": act({ intent: "delete" }),
  "featuring an item": act({ intent: "feature" }),
};

testOfTwo(
  "an item of someone else is as if it were not there, and so is a malformed id",
  async ({ ann, ben, sql }) => {
    const before = await sql`select * from public.items where owner = ${ben.id}`;
    for (const [name, call] of Object.entries(calls)) {
      const theirs = await normalizedResponse(ann, ben.itemId, call);
      expect(theirs, name).toEqual(await normalizedResponse(ann, MISSING_ID, call));
      expect(theirs.text, name).toContain("This item no longer exists");
      const malformed = await normalizedResponse(ann, "1-or-true", call);
      expect(malformed.text, name).toContain("This item no longer exists");
    }
    expect(await sql`select * from public.items where owner = ${ben.id}`).toEqual(before);
  },
);

testOfTwo("no page shows anything of someone else", async ({ ann, ben }) => {
  for (const path of ["/dashboard", "/settings/general", "/account/export", "/account/delete"]) {
    const text = await (await ann.api.get(path)).text();
    expect(text, path).toContain(ann.email);
    for (const mark of [ben.id, ben.email, ben.itemId]) expect(text, path).not.toContain(mark);
  }
});

testOfTwo(
  "settings change one's own row only, whatever the form says",
  async ({ ann, ben, sql }) => {
    const form = { account: ann.id, name: "Changed", email: ann.email, id: ben.id, userId: ben.id };
    await ann.api.post("/settings/general.data", { form });
    const rows = await sql`
    select id, name from public.users where id in ${sql([ann.id, ben.id])} and name = 'Changed'`;
    expect(rows).toEqual([{ id: ann.id, name: "Changed" }]);
  },
);

testOfTwo(
  "the billing endpoint knows its caller by the token alone",
  async ({ ann, ben, sql, baseURL }) => {
    const customer = `cus_${ben.id}`;
    await sql`
      update public.customers set stripe_customer_id = ${customer} where user_id = ${ben.id}`;
    const response = await ann.api.post("/api/stripe-create-billing-session", {
      headers: { Authorization: `Bearer ${ann.token}`, Cookie: "" },
      data: { returnUrl: `${baseURL}/settings/general`, userId: ben.id, customer },
    });
    expect(response.status()).toBe(404);
    expect(await response.json()).toMatchObject({ status: "error", code: "billing/no-customer" });
  },
);
