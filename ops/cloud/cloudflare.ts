/** What Cloudflare holds for the environment: secrets, Email Service. */
import * as v from "valibot";
import { studio } from "../../app/content/studio.ts";
import type { Resource } from "../lib/checks.ts";
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
    const advice = "is missing: set it in the shell, and run setup:cloud";
    return { problems: missing.map((name) => `${name} ${advice}`) };
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

const SENDING = "Zone: Email Sending: Edit";
const DOMAIN = studio.email.split("@")[1] ?? "";

/** The path of the sending domain's zone in Email Service; undefined when the account lacks the zone. */
async function findSendingPath({ env }: Target): Promise<string | undefined> {
  const query = `/zones?name=${DOMAIN}&account.id=${env.CLOUDFLARE_ACCOUNT_ID}`;
  const [zone] = v.parse(zonesSchema, await call(env, "Zone: Zone: Read", query)).result;
  return zone && `/zones/${zone.id}/email/sending/subdomains`;
}

/** Onboards the sender's domain, which adds its DNS records. Source: API reference, Email Sending, Subdomains. */
export const emailService: Resource = {
  name: "Email Service",
  read: async (target) => {
    const path = await findSendingPath(target);
    if (!path) {
      return {
        problems: [`the account has no zone ${DOMAIN}, the email domain of app/content/studio.ts`],
      };
    }
    const { result } = v.parse(subdomainsSchema, await call(target.env, SENDING, path));
    const found = result?.find(({ name }) => name === DOMAIN);
    return {
      problems: [
        !found && `${DOMAIN} is not onboarded`,
        found && !found.enabled && `${DOMAIN} waits for its DNS records`,
      ],
      detail: `sends from ${studio.email}`,
    };
  },
  write: async (target) => {
    const path = await findSendingPath(target);
    if (path) await call(target.env, SENDING, path, { method: "POST", body: { name: DOMAIN } });
  },
};
