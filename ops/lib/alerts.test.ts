/** Alerts of the file against a strict stand-in for Cloudflare's notification API. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Cloudflare, startCloudflare } from "../../tests/support/cloudflare/api.ts";
import { collectLines } from "../../tests/support/cloudflare/console-lines.ts";
import {
  type Alerts,
  comparePolicies,
  ensurePolicies,
  findAlertingProblem,
  formatManualAlerts,
  readAlerts,
} from "./alerts.ts";

const ALERTS: Alerts = { ...readAlerts("."), email: "operator@example.com" };

let cloudflare: Cloudflare;
beforeEach(async () => {
  cloudflare = await startCloudflare();
});
afterEach(async () => {
  expect(cloudflare.unknown).toEqual([]);
  await cloudflare.close();
});

const ensure = (alerts = ALERTS) => collectLines(() => ensurePolicies(cloudflare.env, alerts));
const compare = () => comparePolicies(cloudflare.env, ALERTS);

test("the project's file is accepted, and matches afterwards", async () => {
  expect(await compare()).toEqual(ALERTS.cloudflare.map(({ name }) => `"${name}" is missing`));
  expect((await ensure()).lines).toEqual(
    ALERTS.cloudflare.map(({ name }) => `✓ created notification "${name}"`),
  );
  expect(await compare()).toEqual([]);
  expect((await ensure()).lines.every((line) => line.startsWith("✓ found"))).toBe(true);
});

test("a recipient and a token are required", () => {
  const { env } = cloudflare;
  expect(findAlertingProblem(readAlerts("."), env)).toContain("set the recipient");
  expect(findAlertingProblem(ALERTS, {})).toContain("set CLOUDFLARE_API_TOKEN");
  expect(findAlertingProblem(ALERTS, env)).toBeUndefined();
});

test("manual alerts name existing log events and figures of /readyz", () => {
  const figures = readFileSync("app/routes/system/backlog.server.ts", "utf8");
  const watched = readAlerts(".").manual.flatMap(({ on }) => /bearer: (\w+)$/.exec(on)?.[1] ?? []);
  expect(watched).toEqual(expect.arrayContaining(["eventCursorS", "retriesStuck"]));
  for (const figure of watched) expect(figures).toContain(`readonly ${figure}:`);

  const listed = readFileSync("docs/events.md", "utf8");
  const named = formatManualAlerts(ALERTS).flatMap((line) =>
    Array.from(line.matchAll(/`([a-z_.]+)`/g), ([, event = ""]) => event),
  );
  expect(named.length).toBeGreaterThan(5);
  for (const event of named) expect(listed).toContain(`| \`${event}\` |`);
});

test("differences are reported and updated; other policies are unchanged", async () => {
  await ensure();
  const { policies } = cloudflare.account;
  const [first, second] = [...policies];
  if (!first || !second) throw new Error("Expected two policies");
  policies.set(first[0], { ...first[1], enabled: false, mechanisms: { email: [{ id: "x@y.z" }] } });
  policies.set(second[0], { ...second[1], alert_type: "dos_attack_l7", filters: {} });
  policies.set("other", { ...first[1], name: "of another product" });
  expect(await compare()).toEqual([
    `"${first[1].name}": it is disabled, operator@example.com gets no mail`,
    `"${second[1].name}": it is for dos_attack_l7, its filters differ`,
  ]);
  const { lines } = await ensure();
  expect(lines.filter((line) => line.startsWith("✓ updated"))).toHaveLength(2);
  expect(await compare()).toEqual([]);
  expect(policies.size).toBe(ALERTS.cloudflare.length + 1);
});

test("a rejected policy is reported with Cloudflare's message, a missing permission by name", async () => {
  const [wanted] = ALERTS.cloudflare;
  if (!wanted) throw new Error("Expected an alert");
  const wrong = { ...ALERTS, cloudflare: [{ ...wanted, alert_type: "no_such_alert" }] };
  expect((await ensure(wrong)).error).toContain("responded 400: invalid policy");
  const weak = { ...cloudflare.env, CLOUDFLARE_API_TOKEN: "another" };
  await expect(comparePolicies(weak, ALERTS)).rejects.toThrow("needs Notifications: Edit");
});
