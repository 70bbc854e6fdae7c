/** A row that an operator sends to the spreadsheet, to see once what its response means. */
import { randomUUID } from "node:crypto";
import { appendRow } from "../../app/contact/sheet.server.ts";
import { studio } from "../../app/content/studio.ts";
import { type CheckResult, toResult } from "./checks.ts";
import { readVar, type Target } from "./target.ts";

const NAME = "test row";

const MEANINGS = {
  rejected: "Refused",
  unknown: "No complete response, so the row may be there",
};

/**
 * Adds a row to the spreadsheet, and returns what its response meant. Never rejects. The token is the shell's
 * `SHEET_API_TOKEN`: Cloudflare returns no secrets.
 */
export async function sendTestRow({ config, environment, env }: Target): Promise<CheckResult> {
  const url = readVar(config, "SHEET_API_URL");
  if (url === "") {
    return toResult("✗", NAME, "SHEET_API_URL is empty: messages go out by email only");
  }
  const text = `Test row of doctor, ${environment}. Please delete it.`;
  const sheet = { url, token: env.SHEET_API_TOKEN ?? "" };
  const outcome = await appendRow(sheet, ["Doctor", studio.email, text], randomUUID());
  if (outcome.kind === "accepted") {
    return toResult("✓", NAME, "accepted; see that it is in the spreadsheet, and delete it");
  }
  return toResult("✗", NAME, `${MEANINGS[outcome.kind]}: ${outcome.error}`);
}
