import { readFileSync } from "node:fs";
import { listLicences } from "../../ops/licences/list-licences.ts";
import { readNotices } from "../../ops/licences/read-notices.ts";
import { expect, test } from "../support/fixtures.ts";

test("docs/licences.md names what ships, and nothing of it needs a person's look", () => {
  const { document, questionable } = listLicences(readNotices("build"));
  expect(questionable).toEqual([]);
  expect(readFileSync("docs/licences.md", "utf8"), "run `npm run licences`").toBe(document);
});

test("the site serves the notices of what the browser gets", async ({ request }) => {
  const answer = await request.get("/third-party-licences.md");
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain("## react-dom - ");
});
