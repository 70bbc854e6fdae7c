/** For tests inside workerd: the product's platform, and people to act for, made through the real peers. */
import { env } from "cloudflare:workers";
import Stripe from "stripe";
import * as v from "valibot";
import { readConfig } from "../../app/platform/config.server.ts";
import { createPlatform, type Platform } from "../../app/platform/context.server.ts";

/** A platform as one request has it. Close its database at the end of the test. */
export function openPlatform(): Platform {
  return createPlatform({
    config: readConfig(env),
    env,
    ctx: { waitUntil: () => {} },
    requestId: crypto.randomUUID(),
  });
}

export interface Person {
  readonly userId: string;
  readonly email: string;
}

/** A new, confirmed account. */
export async function createPerson({ config }: Platform): Promise<Person> {
  const email = `person-${crypto.randomUUID()}@example.com`;
  const response = await fetch(`${config.supabase.url}/auth/v1/admin/users`, {
    method: "POST",
    headers: {
      apikey: config.supabase.secretKey,
      Authorization: `Bearer ${config.supabase.secretKey}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ email, password: "correct-horse-1", email_confirm: true }),
  });
  const { id } = v.parse(v.object({ id: v.string() }), await response.json());
  return { userId: id, email };
}

/** Signs `payload` as Stripe would, `ageSeconds` ago. */
export function signWebhook(payload: string, secret: string, ageSeconds = 0): Promise<string> {
  const stripe = new Stripe("sk_test_local");
  return stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - ageSeconds,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}
