/**
 * Every fixed fact of the local cloud: ports, keys, accounts, the folder it keeps its data in.
 * Ports are those of Supabase's own CLI where it has one, so `supabase start` can take their place.
 */
import path from "node:path";

const BASE_PORTS = {
  dev: 5173,
  start: 8787,
  supabase: 54321,
  postgres: 54322,
  mailbox: 54324,
  sheet: 54326,
  google: 54327,
  github: 54328,
  stripe: 12111,
} as const;

export type PortName = keyof typeof BASE_PORTS;

/** Local-only keys. `app/platform/config.server.ts` refuses them outside the local environment. */
export const LOCAL_KEYS = {
  supabasePublishable: "sb_publishable_local",
  supabaseSecret: "sb_secret_local",
  stripeSecret: "sk_test_local",
  stripePublishable: "pk_test_local",
  stripeWebhook: "whsec_local",
  operator: "local",
} as const;

/** Price ids of the local Stripe, by plan. */
export const LOCAL_PRICES = {
  starter: "price_local_starter",
  pro: "price_local_pro",
  business: "price_local_business",
} as const;

/** Product ids of the local Stripe, by plan. */
export const LOCAL_PRODUCTS = {
  starter: "prod_local_starter",
  pro: "prod_local_pro",
  business: "prod_local_business",
} as const;

export const LOCAL_PASSWORD = "correct-horse-1";

/** Seeded sign-ins; the name before the @ is the plan each one has. */
export const LOCAL_ACCOUNTS = [
  { email: "free@example.com", name: "Frances Free", plan: null },
  { email: "starter@example.com", name: "Stan Starter", plan: "starter" },
  { email: "pro@example.com", name: "Priya Pro", plan: "pro" },
  { email: "business@example.com", name: "Bo Business", plan: "business" },
] as const;

/** `process.env`, or a stand-in for it. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Reads PORT_OFFSET. Throws a one-line error when it is not a whole number that keeps every port valid. */
export function readPortOffset(env: EnvironmentVariables = process.env): number {
  const raw = env.PORT_OFFSET ?? "0";
  const offset = Number(raw);
  const highest = Math.max(...Object.values(BASE_PORTS));
  if (!Number.isInteger(offset) || offset < 0 || highest + offset > 65_535) {
    throw new Error(
      `PORT_OFFSET must be a whole number from 0 to ${65_535 - highest}, not "${raw}"`,
    );
  }
  return offset;
}

/** All ports, shifted by `offset`. */
export function portsAt(offset: number): Record<PortName, number> {
  const entries = Object.entries(BASE_PORTS).map(([name, port]) => [name, port + offset]);
  return Object.fromEntries(entries) as Record<PortName, number>;
}

/** Absolute path of the folder that holds the local cloud's data. */
export function readLocalDir(env: EnvironmentVariables = process.env): string {
  return path.resolve(env.LOCAL_DIR ?? ".local");
}
