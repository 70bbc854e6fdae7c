import { expect, onTestFinished, test } from "vitest";
import { startSheet } from "../../local/sheet/index.ts";
import { readTarget, readWranglerConfig } from "./target.ts";
import { sendTestRow } from "./test-row.ts";

/** Sends a row to the spreadsheet at `url`, with this token in the shell; returns the result's line. */
async function send(url: string, token = "token") {
  const config = readWranglerConfig("staging");
  const target = readTarget("staging", {
    config: { ...config, vars: { ...config.vars, SHEET_API_URL: url } },
    env: { SHEET_API_TOKEN: token },
  });
  return (await sendTestRow(target)).line;
}

test("the test row is marked, and an operator sees what the response meant", async () => {
  const sheet = await startSheet({ port: 0, token: "token" });
  onTestFinished(() => sheet.close());
  const url = `${sheet.url}/v1/sheets/contact/rows`;
  expect(await send(url)).toMatch(/^✓ test row: accepted/);
  expect(sheet.control.rows()).toMatchObject([
    { values: ["Doctor", expect.stringContaining("@"), expect.stringContaining("Test row")] },
  ]);
  expect(await send(url, "wrong")).toBe("✗ test row: Refused: status 401");
  sheet.control.next({ kind: "broken" });
  expect(await send(url)).toMatch(/^✗ test row: No complete response/);
  expect(await send("")).toMatch(/^✗ test row: SHEET_API_URL is empty/);
});
