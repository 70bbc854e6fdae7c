/** What Cloudflare holds for the environment: secrets, closed page, Email Service. */
import { randomBytes } from "node:crypto";
import * as v from "valibot";
import { studio } from "../../app/content/studio.ts";
import type { Resource } from "../lib/checks.ts";
import { call } from "../lib/cloudflare-api.ts";
import type { Target } from "../lib/target.ts";
import { listDeployments, listSecretNames, putSecret } from "../lib/versions.ts";
import { getClosedName, uploadClosed } from "../maintenance.ts";
import { readSecretKey } from "./supabase.ts";

/** The endpoint's own resource stores it, because Stripe shows it once. */
export const WEBHOOK_SECRETS = "STRIPE_WEBHOOK_SECRETS";

/** Gives a monitor the figures of /readyz. Not required: a Worker starts without it. */
const OPERATOR_TOKEN = "OPERATOR_TOKEN";
const OPERATOR_TOKEN_BYTES = 24;

async function findUnset(target: Target): Promise<string[]> {
  const names = [WEBHOOK_SECRETS, ...(await listSecretNames(target))];
  const wanted = [...(target.config.secrets?.required ?? []), OPERATOR_TOKEN];
  return wanted.filter((name) => !names.includes(name));
}

/**
 * Stores what the Worker lacks: from the shell, Supabase's key from its API, a new operator token. Overwrites
 * none.
 */
export const secrets: Resource = {
  name: "secrets",
  read: async (target) => {
    const missing = await findUnset(target);
    const advice = "is missing: set it in the shell, and run setup:cloud";
    const detail = `account ${target.env.CLOUDFLARE_ACCOUNT_ID}`;
    return { problems: missing.map((name) => `${name} ${advice}`), detail };
  },
  write: async (target) => {
    for (const name of await findUnset(target)) {
      const value = target.env[name] ?? (await makeSecret(target, name));
      if (value) await putSecret(target, name, value);
    }
  },
};

async function makeSecret(target: Target, name: string): Promise<string | undefined> {
  if (name === "SUPABASE_SECRET_KEY") return readSecretKey(target);
  if (name !== OPERATOR_TOKEN) return undefined;
  const token = randomBytes(OPERATOR_TOKEN_BYTES).toString("base64url");
  console.log(`${name} is ${token}: keep it and set it in the shell; it is shown only now`);
  return token;
}

/** The Worker of the closed page, which the first `npm run maintenance` of an incident needs. */
export const closedPage: Resource = {
  name: "closed page",
  read: async (target) => {
    const worker = getClosedName(target);
    const [deployment] = await listDeployments({ ...target, worker });
    return { problems: [!deployment && `there is no Worker ${worker}`] };
  },
  write: (target) => uploadClosed(target, []),
};

const zonesSchema = v.array(v.object({ id: v.string() }));
const subdomainsSchema = v.nullish(v.array(v.object({ name: v.string(), enabled: v.boolean() })));

const SENDING = "Zone: Email Sending";
const DOMAIN = studio.email.split("@")[1] ?? "";
/** What a refusal means once the token has found the zone. */
const NO_SENDING = `the token lacks ${SENDING}, or the account has no Email Sending yet (Workers Paid)`;
const advice = { 401: NO_SENDING };

/**
 * The path in Email Service of the zone that the sending domain is or belongs to; undefined when the token
 * sees no such zone.
 */
async function findSendingPath(target: Target): Promise<string | undefined> {
  for (let name = DOMAIN; name.includes("."); name = name.slice(name.indexOf(".") + 1)) {
    const query = `/zones?name=${name}&account.id=${target.env.CLOUDFLARE_ACCOUNT_ID}`;
    const [zone] = await call(target, "Zone: Zone", query, zonesSchema);
    if (zone) return `/zones/${zone.id}/email/sending/subdomains`;
  }
  return undefined;
}

/**
 * Onboards the sender's domain, which adds its DNS records. Source: API reference, Email Sending, Subdomains.
 */
export const emailService: Resource = {
  name: "Email Service",
  read: async (target) => {
    const path = await findSendingPath(target);
    if (!path) {
      const reason = "the account lacks it, or the token the permission Zone: Zone: Read";
      return { problems: [`no zone of ${DOMAIN}, the email domain of studio.ts: ${reason}`] };
    }
    const subdomains = await call(target, SENDING, path, subdomainsSchema, { advice });
    const found = subdomains?.find(({ name }) => name === DOMAIN);
    return {
      problems: [!found?.enabled && `${DOMAIN} is not onboarded, or waits for its DNS records`],
      detail: `sends from ${studio.email}`,
    };
  },
  write: async (target) => {
    const path = await findSendingPath(target);
    const request = { method: "POST", body: { name: DOMAIN }, advice } as const;
    if (path) await call(target, SENDING, path, v.unknown(), request);
  },
};
