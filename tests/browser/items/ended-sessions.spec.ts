/** The access token of an ended session reads and changes no item before it expires. */
import { mergeTests } from "@playwright/test";
import { sessionCookie } from "../../support/auth-server.ts";
import { signInTokens } from "../../support/browser/accounts.ts";
import { test as billing } from "../../support/browser/billing.ts";
import { readEverything, sessionIdOf } from "../../support/browser/everything.ts";
import { expect } from "../../support/browser/fixtures.ts";
import { test as items } from "../../support/browser/items.ts";

const test = mergeTests(items, billing);

type Form = Readonly<Record<string, string>>;

const SIGN_IN = /^\/auth\/signin\?next=%2F/;

test("every form of the list, and every view of it, leads to sign-in and changes nothing", async ({
  playwright,
  subscriber,
  addItems,
  sql,
  baseURL,
  address,
}) => {
  const [id = ""] = await addItems(subscriber, ["Private"]);
  const tokens = await signInTokens(subscriber.email);
  const headers = { Cookie: sessionCookie(tokens), "CF-Connecting-IP": address };
  const send = async (path: string, form?: Form) => {
    // A context for each, because the answer deletes the cookies.
    const request = await playwright.request.newContext({
      baseURL: baseURL ?? "",
      extraHTTPHeaders: headers,
    });
    const response = form
      ? await request.post(path, { form: { account: subscriber.id, ...form }, maxRedirects: 0 })
      : await request.get(path, { maxRedirects: 0 });
    const { location = "" } = response.headers();
    const said = { status: response.status(), location, text: await response.text() };
    await request.dispose();
    return said;
  };
  expect((await send("/dashboard")).text).toContain("Private");
  await sql`delete from auth.sessions where id = ${sessionIdOf(tokens)}`;
  const before = await readEverything(sql, subscriber);
  const added = crypto.randomUUID();
  const forms: readonly Form[] = [
    { intent: "create", id: added, name: "Added" },
    { intent: "rename", id, name: "Renamed" },
    { intent: "feature", id, featured: "true" },
    { intent: "delete", id },
    { intent: "restore", id: added, name: "Back", featured: "false", createdAt: "0" },
  ];
  for (const form of forms) {
    const { status, location, text } = await send("/dashboard", form);
    expect.soft(status, `${form.intent}: ${text}`).toBe(302);
    expect.soft(location, form.intent).toMatch(SIGN_IN);
    expect.soft(await readEverything(sql, subscriber), form.intent).toEqual(before);
  }
  for (const path of ["/dashboard?item=new", `/dashboard?item=${id}`, "/dashboard?q=Private"]) {
    const { location, text } = await send(path);
    expect.soft(location, path).toMatch(SIGN_IN);
    expect.soft(text, path).not.toContain("Private");
    const data = await send(path.replace("?", ".data?"));
    expect.soft(data.status, path).toBe(202);
    expect.soft(data.text, path).toContain("/auth/signin?next=");
  }
});
