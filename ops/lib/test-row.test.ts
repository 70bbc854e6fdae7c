import { expect, onTestFinished, test } from "vitest";
import { startSheet } from "../../local/sheet/index.ts";
import { checkResource } from "./checks.ts";
import { readTarget, readWranglerConfig } from "./target.ts";
import { TEST_ROW } from "./test-row.ts";

/** The check's line for a spreadsheet at `url`, with this token in the shell. */
async function check(url: string, token = "token") {
  const config = readWranglerConfig("staging");
  const target = readTarget("staging", {
    config: { ...config, vars: { ...config.vars, SHEET_API_URL: url } },
    env: { SHEET_API_TOKEN: token },
  });
  return (await checkResource(TEST_ROW, target)).line;
}

test("the test row is marked, and an operator sees what the response meant", async () => {
  const sheet = await startSheet({ port: 0, token: "token" });
  onTestFinished(() => sheet.close());
  const url = `${sheet.url}/v1/sheets/contact/rows`;
  expect(await check(url)).toMatch(/^✓ test row: accepted/);
  expect(sheet.control.rows()).toMatchObject([
    { values: ["Doctor", expect.stringContaining("@"), expect.stringContaining("Test row")] },
  ]);
  expect(await check(url, "wrong")).toBe("✗ test row: Refused: status 401");
  sheet.control.next({ kind: "broken" });
  expect(await check(url)).toMatch(/^✗ test row: No complete response/);
  expect(await check("")).toMatch(/^✗ test row: SHEET_API_URL is empty/);
});
