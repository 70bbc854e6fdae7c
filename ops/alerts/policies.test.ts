/** Alerts of the file against a strict stand-in for Cloudflare's notifications. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Cloudflare, startCloudflare } from "../../tests/support/cloudflare/api.ts";
import { type Alerts, describeByHand, findRecipientProblem, readAlerts } from "./alerts-file.ts";
import { ALERTS } from "./alerts-fixture.ts";
import {
  type CallCloudflare,
  comparePolicies,
  createAlertingApi,
  ensurePolicies,
  listPolicies,
} from "./policies.ts";

let cloudflare: Cloudflare;
let call: CallCloudflare;
beforeEach(async () => {
  cloudflare = await startCloudflare();
  const api = createAlertingApi(cloudflare.env);
  if (!api) throw new Error("The account has a token");
  call = api;
});
afterEach(async () => {
  expect(cloudflare.unknown).toEqual([]);
  await cloudflare.close();
});

async function ensure(alerts: Alerts): Promise<string[]> {
  const reported: string[] = [];
  await ensurePolicies(call, alerts, (outcome, what) => reported.push(`${outcome} ${what}`));
  return reported;
}

test("the project's own file is one that Cloudflare takes, and stands afterwards", async () => {
  const alerts = { ...readAlerts(), email: "operator@example.com" };
  expect(await ensure(alerts)).toEqual(
    alerts.cloudflare.map(({ name }) => `created notification "${name}"`),
  );
  expect(comparePolicies(alerts, await listPolicies(call))).toEqual([]);
  const again = await ensure(alerts);
  expect(again.filter((line) => !line.startsWith("found"))).toEqual([]);
});

test("somebody has to put in who gets the mails", () => {
  expect(findRecipientProblem(readAlerts())).toContain("who gets the mails");
  expect(findRecipientProblem(ALERTS)).toBeUndefined();
});

test("events that the file names are events of the log", () => {
  const listed = readFileSync("docs/events.md", "utf8");
  const named = describeByHand(readAlerts()).flatMap((line) =>
    Array.from(line.matchAll(/`([a-z_.]+)`/g), ([, event = ""]) => event),
  );
  expect(named.length).toBeGreaterThan(5);
  for (const event of named) expect(listed).toContain(`| \`${event}\` |`);
});

test("what differs is named, and mended; what others have made is left alone", async () => {
  await ensure(ALERTS);
  const { policies } = cloudflare.account;
  const [first, second] = [...policies];
  if (!first || !second) throw new Error("Two were made");
  policies.set(first[0], { ...first[1], enabled: false, mechanisms: { email: [{ id: "x@y.z" }] } });
  policies.set(second[0], { ...second[1], alert_type: "dos_attack_l7", filters: {} });
  policies.set("other", { ...first[1], name: "somebody else's" });
  expect(comparePolicies(ALERTS, await listPolicies(call))).toEqual([
    '"incident": it is switched off, operator@example.com gets no mail',
    '"requests": it is for dos_attack_l7, its filters differ',
  ]);
  expect(await ensure(ALERTS)).toEqual([
    'changed notification "incident"',
    'changed notification "requests"',
  ]);
  expect(comparePolicies(ALERTS, await listPolicies(call))).toEqual([]);
  expect(policies.size).toBe(3);
});

test("what Cloudflare does not take is told in its words, and a token of too little by name", async () => {
  const [wanted] = ALERTS.cloudflare;
  if (!wanted) throw new Error("The fixture has one");
  const wrong = { ...ALERTS, cloudflare: [{ ...wanted, alert_type: "no_such_alert" }] };
  await expect(ensure(wrong)).rejects.toThrow("answer 400: invalid policy");
  const weak = createAlertingApi({ ...cloudflare.env, CLOUDFLARE_API_TOKEN: "another" });
  await expect(weak?.("GET", "/policies")).rejects.toThrow("needs Notifications: Edit");
  expect(createAlertingApi({})).toBeUndefined();
});
