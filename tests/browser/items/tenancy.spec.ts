/** Another user's item gets exactly the same response as one that does not exist. */
import { type APIRequestContext, mergeTests } from "@playwright/test";
import { test as callers } from "../../support/browser/callers.ts";
import { expect } from "../../support/browser/fixtures.ts";
import { test as items } from "../../support/browser/items.ts";

const test = mergeTests(items, callers);

/** Who calls. */
interface Caller {
  readonly id: string;
  readonly api: APIRequestContext;
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

const GONE = "This item no longer exists";

const calls: Readonly<Record<string, Call>> = {
  "reading an item": ({ api }, id) => api.get(`/dashboard?item=${id}`),
  "renaming an item": act({ intent: "rename", name: "Stolen" }),
  "deleting an item": act({ intent: "delete" }),
  "featuring an item": act({ intent: "feature" }),
};

test("an item of someone else is as if it were not there, and so is a malformed id", async ({
  ann,
  ben,
  addItems,
  sql,
}) => {
  const [itemId = ""] = await addItems(ben, ["Private"]);
  const before = await sql`select * from public.items where owner = ${ben.id}`;
  for (const [name, call] of Object.entries(calls)) {
    const theirs = await normalizedResponse(ann, itemId, call);
    expect(theirs, name).toEqual(await normalizedResponse(ann, MISSING_ID, call));
    // To delete what is not there succeeds.
    expect(theirs.text, name).toContain(name === "deleting an item" ? "success" : GONE);
    const malformed = await normalizedResponse(ann, "1-or-true", call);
    expect(malformed.text, name).toContain(GONE);
  }
  expect(await sql`select * from public.items where owner = ${ben.id}`).toEqual(before);
});

test("neither the dashboard nor the export shows an item of someone else", async ({
  ann,
  ben,
  addItems,
}) => {
  await addItems(ann, ["Written by Ann"]);
  const [itemId = ""] = await addItems(ben, ["Written by Ben"]);
  for (const path of ["/dashboard", "/account/export"]) {
    const text = await (await ann.api.get(path)).text();
    expect(text, path).toContain("Written by Ann");
    for (const mark of [itemId, "Written by Ben"]) expect(text, path).not.toContain(mark);
  }
});
