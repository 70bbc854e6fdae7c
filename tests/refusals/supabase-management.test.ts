/** Sends each call of `SUPABASE_MANAGEMENT_REFUSALS` to our stand-in. */
import * as v from "valibot";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import {
  ACCESS_TOKEN,
  type ManagementApi,
  SECRET_KEY,
  startManagementApi,
} from "../support/supabase/management-api.ts";
import type { SUPABASE_MANAGEMENT_REFUSALS } from "./recorded-refusals.ts";

const PROJECT = "project";
const SUBJECT = { mailer_subjects_recovery: "Reset your password" };

let api: ManagementApi;
beforeEach(async () => {
  api = await startManagementApi(PROJECT);
  onTestFinished(() => api.close());
});

/** Status and body. */
async function send(method: "GET" | "PATCH", body?: object, path = "config/auth") {
  const response = await fetch(`${api.url}/v1/projects/${PROJECT}/${path}`, {
    method,
    headers: { Authorization: `Bearer ${ACCESS_TOKEN}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = v.parse(v.record(v.string(), v.unknown()), await response.json());
  return { status: response.status, answer };
}

const calls = {
  async templatesWithoutSmtp() {
    api.plan = "free";
    const { status, answer } = await send("PATCH", { ...SUBJECT, site_url: "https://a.example" });
    expect(status).toBe(400);
    expect(answer.message).toMatch(/^Email template modification is not available/);
    expect(api.auth.site_url).toBe("http://localhost:3000");
  },
  async templatesWithSmtp() {
    api.plan = "free";
    const body = { ...SUBJECT, smtp_host: "smtp.example.com" };
    expect(await send("PATCH", body)).toMatchObject({ status: 200, answer: SUBJECT });
    expect(await send("PATCH", SUBJECT)).toMatchObject({ status: 200 });
  },
  async settingOfProPlan() {
    api.plan = "free";
    expect((await send("PATCH", { sessions_timebox: 720 })).status).toBe(402);
    expect((await send("PATCH", { password_hibp_enabled: true })).status).toBe(402);
  },
  async auditLogSwitch() {
    const before = { audit_log_disable_postgres: false };
    expect((await send("PATCH", { audit_log_disable_postgres: true })).status).toBe(200);
    expect((await send("GET")).answer).toMatchObject(before);
  },
  async currentPasswordSwitch() {
    const name = "security_update_password_require_current_password";
    api.auth[name] = true;
    expect((await send("PATCH", { [name]: false })).status).toBe(200);
    expect((await send("GET")).answer).toMatchObject({ [name]: true });
  },
  async readingOwner() {
    api.mayWrite = false;
    expect((await send("GET")).status).toBe(200);
    expect((await send("PATCH", { jwt_exp: 600 })).status).toBe(401);
  },
  async unknownField() {
    expect((await send("PATCH", { from_the_future: true })).status).toBe(200);
    expect((await send("GET")).answer).not.toHaveProperty("from_the_future");
  },
  async revealingKeys() {
    api.mayReveal = false;
    expect((await send("GET", undefined, "api-keys?reveal=true")).status).toBe(403);
    const { status, answer } = await send("GET", undefined, "api-keys?reveal=false");
    expect(status).toBe(200);
    expect(Object.values(answer)).toContainEqual(
      expect.objectContaining({ api_key: "sb_publishable_fixture" }),
    );
    expect(JSON.stringify(answer)).not.toContain(SECRET_KEY);
  },
  async scopedToken() {
    api.missingPermissions = ["auth_config_read"];
    const { status, answer } = await send("GET");
    expect({ status, answer }).toMatchObject({
      status: 403,
      answer: { missing_permissions: ["auth_config_read"] },
    });
  },
} satisfies Record<keyof typeof SUPABASE_MANAGEMENT_REFUSALS, () => Promise<void>>;

test.each(Object.entries(calls))("%s", (_, run) => run());
