/** What Cloudflare holds for the environment: secrets, Email Service. */
import * as v from "valibot";
import { studio } from "../../app/content/studio.ts";
import { assertNoProblems, Finding, type Resource } from "../lib/checks.ts";
import { call } from "../lib/cloudflare-api.ts";
import type { Target } from "../lib/target.ts";
import { findMissingSecrets, putSecret } from "../lib/versions.ts";
import { readSecretKey } from "./supabase.ts";

/** The endpoint's own resource stores it, because Stripe shows it once. */
export const WEBHOOK_SECRETS = "STRIPE_WEBHOOK_SECRETS";

async function findUnset(target: Target): Promise<string[]> {
  return (await findMissingSecrets(target)).filter((name) => name !== WEBHOOK_SECRETS);
}

/** Stores what the Worker lacks, from the shell; Supabase's key from its API. Never overwrites one. */
export const secrets: Resource = {
  name: "secrets",
  read: async (target) => {
    const missing = await findUnset(target);
    assertNoProblems(
      missing.map((name) => `${name} is missing: set it in the shell, and run setup:cloud`),
    );
    return "all are set";
  },
  write: async (target) => {
    for (const name of await findUnset(target)) {
      const fromApi = name === "SUPABASE_SECRET_KEY" ? readSecretKey : () => undefined;
      const value = target.env[name] ?? (await fromApi(target));
      if (value) await putSecret(target, name, value);
    }
  },
};

const zonesSchema = v.object({ result: v.array(v.object({ id: v.string() })) });
const subdomainsSchema = v.object({
  result: v.nullish(v.array(v.object({ name: v.string(), enabled: v.boolean() }))),
});

/** The path of the sending domain's zone in Email Service. Throws a finding when the account lacks the zone. */
async function findSendingPath({ env }: Target, domain: string): Promise<string> {
  const query = `/zones?name=${domain}&account.id=${env.CLOUDFLARE_ACCOUNT_ID}`;
  const [zone] = v.parse(zonesSchema, await call(env, "Zone: Zone: Read", query)).result;
  if (!zone) {
    throw new Finding(
      `the account has no zone ${domain}, the domain of the email address in app/content/studio.ts`,
    );
  }
  return `/zones/${zone.id}/email/sending/subdomains`;
}

const SENDING = "Zone: Email Sending: Edit";
const getSendingDomain = () => studio.email.split("@")[1] ?? "";

/** Onboards the sender's domain, which adds its DNS records. Source: API reference, Email Sending, Subdomains. */
export const emailService: Resource = {
  name: "Email Service",
  read: async (target) => {
    const domain = getSendingDomain();
    const path = await findSendingPath(target, domain);
    const { result } = v.parse(subdomainsSchema, await call(target.env, SENDING, path));
    const found = result?.find(({ name }) => name === domain);
    assertNoProblems([
      !found && `${domain} is not onboarded`,
      found && !found.enabled && `${domain} waits for its DNS records`,
    ]);
    return `sends from ${studio.email}`;
  },
  write: async (target) => {
    const domain = getSendingDomain();
    const path = await findSendingPath(target, domain);
    await call(target.env, SENDING, path, { method: "POST", body: { name: domain } });
  },
};
