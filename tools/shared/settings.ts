/**
 * Settings of the local cloud: ports, keys, accounts, data folder. Supabase's ports match its CLI, so
 * `supabase start` can replace it.
 */
import path from "node:path";
import { byPlan } from "../../app/content/plans.ts";

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

/** Local keys. `app/platform/config.server.ts` rejects them in other environments. */
export const LOCAL_KEYS = {
  supabasePublishable: "sb_publishable_local",
  supabaseSecret: "sb_secret_local",
  stripeSecret: "sk_test_local",
  stripePublishable: "pk_test_local",
  stripeWebhook: "whsec_local",
  operator: "local",
} as const;

/** Price ids of the local Stripe. */
export const LOCAL_PRICES = byPlan((plan) => `price_local_${plan}`);

/** Product ids of the local Stripe. */
export const LOCAL_PRODUCTS = byPlan((plan) => `prod_local_${plan}`);

export const LOCAL_PASSWORD = "correct-horse-1";

/** Seeded accounts, named after their plan. */
export const LOCAL_ACCOUNTS = [
  { email: "free@example.com", name: "Frances Free", plan: null },
  { email: "starter@example.com", name: "Stan Starter", plan: "starter" },
  { email: "pro@example.com", name: "Priya Pro", plan: "pro" },
  { email: "business@example.com", name: "Bo Business", plan: "business" },
] as const;

/** `process.env`, or a replacement in tests. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Reads PORT_OFFSET. Throws one line unless it is a whole number that keeps every port valid. */
export function readPortOffset(env: EnvironmentVariables = process.env): number {
  const value = env.PORT_OFFSET ?? "0";
  const offset = Number(value);
  const highest = Math.max(...Object.values(BASE_PORTS));
  if (!Number.isInteger(offset) || offset < 0 || highest + offset > 65_535) {
    throw new Error(
      `PORT_OFFSET must be a whole number from 0 to ${65_535 - highest}, not "${value}"`,
    );
  }
  return offset;
}

/** Returns all ports, shifted by `offset`. */
export function portsAt(offset: number): Record<PortName, number> {
  const entries = Object.entries(BASE_PORTS).map(([name, port]) => [name, port + offset]);
  return Object.fromEntries(entries) as Record<PortName, number>;
}

/** True for the URL of a service on this machine; with `port`, of the one that listens there. */
export function isLoopback(url: string, port?: number): boolean {
  const { hostname = "", port: itsPort } = URL.parse(url) ?? {};
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return isHere && (port === undefined || itsPort === String(port));
}

/** Returns the absolute path of the local cloud's data folder. */
export function readLocalDir(env: EnvironmentVariables = process.env): string {
  return path.resolve(env.LOCAL_DIR ?? ".local");
}
