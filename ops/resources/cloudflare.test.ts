/** The domain of the studio's emails, against a stand-in for Cloudflare's API. */
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Cloudflare, startCloudflare } from "../../tests/support/cloudflare/api.ts";
import { checkResource } from "../lib/checks.ts";
import { readTarget } from "../lib/target.ts";
import { emailService } from "./cloudflare.ts";

vi.mock("../../app/content/studio.ts", () => ({ studio: { email: "hello@mail.example.com" } }));

let cloudflare: Cloudflare;
beforeEach(async () => {
  cloudflare = await startCloudflare();
  onTestFinished(() => cloudflare.close());
});

const getTarget = () => readTarget("staging", { env: cloudflare.env });
const check = async () => (await checkResource(emailService, getTarget())).line;

test("the studio's emails may come from a subdomain of the zone", async () => {
  cloudflare.account.zones.push("example.com");
  expect(await check()).toMatch(/^✗ Email Service: mail.example.com is not onboarded/);
  await emailService.write?.(getTarget());
  expect(cloudflare.account.sendingDomains).toEqual(["mail.example.com"]);
  expect(await check()).toBe("✓ Email Service: sends from hello@mail.example.com");
});

test("a domain without a zone is named", async () => {
  expect(await check()).toMatch(/^✗ Email Service: no zone of mail.example.com/);
});

test("an account or a token without Email Sending is named, although the token is valid", async () => {
  cloudflare.account.zones.push("example.com");
  cloudflare.account.hasEmailSending = false;
  expect(await check()).toBe(
    "? Email Service: Cloudflare responded 401: the token lacks Zone: Email Sending, or the account has no Email Sending yet (Workers Paid)",
  );
});
