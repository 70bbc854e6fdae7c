/** A session whose code is due opens nothing, and codes are limited. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../../app/routes.ts";
import { signInTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { addApp, currentCode } from "../../support/browser/two-step.ts";

const GUARD = "routes/account/layout.tsx";
/** Called by Stripe with a signature. */
const WEBHOOK = "/api/stripe-webhook";

const table: readonly RouteConfigEntry[] = await routes;

const pathOf = ({ path = "" }: RouteConfigEntry) =>
  `/${path.replace(":id", crypto.randomUUID()).replace(":section", "general").replace(":plan", "pro")}`;

/** All routes of the tree, flattened; layouts have no path. */
const leaves = ({ children, ...entry }: RouteConfigEntry): RouteConfigEntry[] =>
  children ? children.flatMap(leaves) : [entry];
const pages = table.filter(({ file }) => file === GUARD).flatMap(leaves);
/** `/api/*` responds 404 to everyone. */
const apis = table.map(pathOf).filter((path) => /^\/api\/[^*]/.test(path) && path !== WEBHOOK);

test("every page and action of the account area redirects to the code", async ({
  context,
  createPerson,
  sql,
  baseURL,
}) => {
  expect(pages.length).toBeGreaterThan(6);
  const { id, email } = await createPerson();
  await addApp(email);
  await signInWithTokens(context, email);
  for (const path of pages.map(pathOf)) {
    for (const method of ["GET", "POST"]) {
      const response = await context.request.fetch(path, {
        method,
        maxRedirects: 0,
        headers: { Origin: baseURL ?? "" },
        ...(method === "POST" ? { form: { name: "Sneaked in" } } : {}),
      });
      // The route does not support this method.
      if (response.status() === 405) {
        expect(response.headers().allow, path).not.toContain(method);
        continue;
      }
      expect(response.status(), `${method} ${path}`).toBe(302);
      expect(response.headers().location, `${method} ${path}`).toMatch(/^\/auth\/verify\?next=/);
    }
    const asData = await context.request.get(`${path}.data`);
    expect(await asData.text(), `${path}.data`).toContain("/auth/verify?next=");
  }
  const [row] = await sql`
    select (select count(*)::int from public.items where owner = ${id}) as items,
           (select name from public.users where id = ${id}) as name`;
  expect(row).toEqual({ items: 0, name: "" });
});

test("every /api route rejects it, as a cookie and as a bearer token", async ({
  context,
  request,
  createPerson,
}) => {
  expect(apis.length).toBeGreaterThan(1);
  const { email } = await createPerson();
  await addApp(email);
  const tokens = await signInTokens(email);
  await signInWithTokens(context, email, tokens);
  for (const path of apis) {
    const responses = [
      await context.request.post(path, { data: {} }),
      await request.post(path, {
        data: {},
        headers: { Authorization: `Bearer ${tokens.access_token}` },
      }),
    ];
    for (const response of responses) {
      expect(response.status(), path).toBe(403);
      expect(await response.json()).toMatchObject({
        status: "error",
        code: "auth/multi-factor-auth-required",
      });
    }
  }
});

test("going back to a cached page redirects to the code", async ({ page, person, context }) => {
  await openHydrated(page, "/dashboard");
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page).toHaveURL(/\/settings\/general$/);
  await addApp(person.email);
  await signInWithTokens(context, person.email);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/verify\?next=/);
});

test("a session that ended while its code was due accepts no code", async ({
  context,
  createPerson,
  sql,
}) => {
  const { id, email } = await createPerson();
  const { secret, id: app } = await addApp(email);
  const tokens = await signInTokens(email);
  await sql`delete from auth.sessions where user_id = ${id}`;
  await sql`insert into public.recovery_codes (user_id, code_hash, salt) values (${id}, 'a', 'b')`;
  const forms: Record<string, string>[] = [
    { app, code: currentCode(secret) },
    { intent: "recover", recoveryCode: "AAAA-BBBB-CCCC-DDDD" },
  ];
  for (const form of forms) {
    await signInWithTokens(context, email, tokens);
    const response = await context.request.post("/auth/verify", { form, maxRedirects: 0 });
    expect(response.status(), JSON.stringify(form)).toBe(302);
    expect(response.headers().location, JSON.stringify(form)).toMatch(/^\/auth\/signin\?next=/);
  }
  expect(await sql`select from auth.mfa_factors where user_id = ${id}`).toHaveLength(1);
  expect(await sql`select from public.claims where key like ${`%${id}%`}`).toHaveLength(0);
});

test("the list of devices highlights a sign-in whose code is due", async ({
  page,
  createPerson,
}) => {
  const { email } = await createPerson();
  const { tokens } = await addApp(email);
  await signInTokens(email);
  await signInWithTokens(page.context(), email, tokens);
  await page.goto("/settings/devices");
  await expect(
    page.getByText("Someone started signing in here but hasn’t entered a code."),
  ).toHaveCount(1);
});
