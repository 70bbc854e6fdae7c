import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseConfig } from "~/platform/config.server";
import { createSession } from "../../../tests/support/routes/request-context";
import { runRoute } from "../../../tests/support/routes/static-routes";
import {
  workerDatabaseUrl as databaseUrl,
  siteVariables as variables,
} from "../../../tests/support/running-cloud.ts";

const HALF_AN_HOUR_MS = 30 * 60_000;
const email = `person-${crypto.randomUUID()}@example.com`;
const password = { password: "a-long-pass-phrase", confirmPassword: "a-long-pass-phrase" };
const app = crypto.randomUUID();
const code = { app, code: "123456" };

let account: string;
let cookie: string;
beforeAll(async () => {
  ({ account, cookie } = await createSession(parseConfig(variables).supabase, email));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HALF_AN_HOUR_MS });
});
afterAll(() => void vi.useRealTimers());

test.each([
  ["/settings/password", password],
  ["/auth/changepass", password],
  ["/settings/general", { name: "Ann", email: "other@example.com" }],
  ["/settings/two-step", { intent: "set-up", name: "Phone" }],
  ["/settings/two-step", { intent: "confirm", secret: "ABCDEFGHABCDEFGH", ...code }],
  ["/settings/two-step", { intent: "remove", appId: app, ...code }],
  ["/settings/two-step", { intent: "generate-codes", ...code }],
  ["/settings/passkeys", { intent: "start" }],
  ["/settings/passkeys", { intent: "rename", passkey: crypto.randomUUID(), name: "Phone" }],
  ["/settings/passkeys", { intent: "remove", passkey: crypto.randomUUID() }],
  ["/settings/devices", { intent: "one", device: crypto.randomUUID() }],
  ["/settings/devices", { intent: "others" }],
  ["/account/delete", { confirmation: email }],
])("half an hour after signing in, %s %j requires the password again", async (path, form) => {
  const body = new URLSearchParams({ account, ...form });
  const init = { method: "POST", headers: { Cookie: cookie }, body };
  const request = new Request(`http://localhost:5173${path}`, init);
  const { status } = await runRoute(request, { variables, databaseUrl });
  expect(status, "Call checkRecentLogin before anything that needs a service").toBe(403);
});
