/**
 * Two users, every page and endpoint: another user's data gets exactly the same response as data
 * that does not exist. (Supabase's REST has its own matrix in `tests/tenancy/rest.test.ts`.)
 */
import { test } from "../../support/browser/callers.ts";
import { expect } from "../../support/browser/fixtures.ts";

test("no page shows anything of someone else", async ({ ann, ben }) => {
  for (const path of ["/dashboard", "/settings/general", "/account/export", "/account/delete"]) {
    const text = await (await ann.api.get(path)).text();
    expect(text, path).toContain(ann.email);
    for (const mark of [ben.id, ben.email]) expect(text, path).not.toContain(mark);
  }
});

test("settings change one's own row only, whatever the form says", async ({ ann, ben, sql }) => {
  const form = { account: ann.id, name: "Changed", email: ann.email, id: ben.id, userId: ben.id };
  await ann.api.post("/settings/general.data", { form });
  const rows = await sql`
    select id, name from public.users where id in ${sql([ann.id, ben.id])} and name = 'Changed'`;
  expect(rows).toEqual([{ id: ann.id, name: "Changed" }]);
});

test("the billing endpoint knows its caller by the token alone", async ({
  ann,
  ben,
  sql,
  baseURL,
}) => {
  const customer = `cus_${ben.id}`;
  await sql`
      update public.customers set stripe_customer_id = ${customer} where user_id = ${ben.id}`;
  const response = await ann.api.post("/api/stripe-create-billing-session", {
    headers: { Authorization: `Bearer ${ann.token}`, Cookie: "" },
    data: { returnUrl: `${baseURL}/settings/general`, userId: ben.id, customer },
  });
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ status: "error", code: "billing/no-customer" });
});
