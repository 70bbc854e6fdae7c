import type { Page } from "@playwright/test";
import { unknownOutcome } from "../../../app/http/app-error.ts";

const { code, status, message } = unknownOutcome("database/no-response");

/** What the page says. */
export const UNKNOWN_OUTCOME = message;

/** The response of an action with that error, as React Router encodes it. */
const BODY = [
  { _1: 2 },
  "data",
  { _3: 4, _5: 6, _7: 8, _9: 10 },
  ...["status", "unknown", "httpStatus", status, "code", code, "message", message],
];

/** Makes the outcome of every form unknown. `isStored`: the server gets it all the same. */
export async function makeOutcomesUnknown(page: Page, isStored: boolean): Promise<void> {
  await page.route(/\.data/, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    if (isStored) await route.fetch();
    const body = `${JSON.stringify(BODY)}\n`;
    const headers = { "X-Remix-Response": "yes" };
    return route.fulfill({ status, headers, contentType: "text/x-script", body });
  });
}
