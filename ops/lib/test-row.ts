/** A row that an operator sends to the spreadsheet, to see once what its response means. */
import { randomUUID } from "node:crypto";
import { appendRow } from "../../app/contact/sheet.server.ts";
import { studio } from "../../app/content/studio.ts";
import type { Resource } from "./checks.ts";
import { readVar } from "./target.ts";

const MEANINGS = {
  rejected: "Refused",
  unknown: "No complete response, so the row may be there",
};

/** Adds a row each time. Its token is the shell's `SHEET_API_TOKEN`: Cloudflare returns no secrets. */
export const TEST_ROW: Resource = {
  name: "test row",
  async read({ config, environment, env }) {
    const url = readVar(config, "SHEET_API_URL");
    if (url === "") return { problems: ["SHEET_API_URL is empty: messages go out by email only"] };
    const text = `Test row of doctor, ${environment}. Please delete it.`;
    const sheet = { url, token: env.SHEET_API_TOKEN ?? "" };
    const outcome = await appendRow(sheet, ["Doctor", studio.email, text], randomUUID());
    if (outcome.kind === "accepted")
      return { problems: [], detail: "accepted; see that it is in the spreadsheet, and delete it" };
    return { problems: [`${MEANINGS[outcome.kind]}: ${outcome.error}`] };
  },
};
