/** Weighted random user actions. */

import { submitForm, TEST_CARD } from "local-stripe/testing";
import * as v from "valibot";
import { PUBLIC_PATHS } from "../../app/content/marketing/public-paths.ts";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import type { Owner } from "../bench/accounts.ts";
import type { Client } from "./client.ts";

/** What must be accounted for at the end. */
export interface Ledger {
  /** Acknowledged messages. */
  readonly messages: Set<string>;
  /** Accounts that have paid. */
  readonly payers: Set<string>;
}

export interface Traffic {
  readonly client: Client;
  readonly siteUrl: string;
  readonly owners: readonly Owner[];
  readonly random: () => number;
  readonly ledger: Ledger;
}

const PAGES = PUBLIC_PATHS;

/** Actions with their percentage. */
const ACTIONS: readonly (readonly [number, (traffic: Traffic) => Promise<void>])[] = [
  [55, visit],
  [20, openDashboard],
  [12, workOnItems],
  [5, signIn],
  [6, sendMessage],
  [2, buy],
];

/** Runs one random action. */
export async function runRandomAction(traffic: Traffic): Promise<void> {
  let share = traffic.random() * 100;
  const chosen = ACTIONS.find(([size]) => {
    share -= size;
    return share < 0;
  });
  await (chosen ?? ACTIONS[0])?.[1](traffic);
}

function pick<T>(random: () => number, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error("Nothing to pick from");
  return chosen;
}

async function visit({ client, random }: Traffic): Promise<void> {
  await client.send("visit", { path: pick(random, PAGES) });
}

async function openDashboard({ client, owners, random }: Traffic): Promise<void> {
  const { cookie } = pick(random, owners);
  await client.send("dashboard", { path: "/dashboard", cookie });
}

async function workOnItems({ client, owners, random }: Traffic): Promise<void> {
  const { cookie } = pick(random, owners);
  const id = crypto.randomUUID();
  const act = (form: Readonly<Record<string, string>>) =>
    client.send("item", { path: "/dashboard.data", cookie, form: { id, ...form } });
  await act({ intent: "create", name: "One of many" });
  await act({ intent: "rename", name: "Another name" });
  await act({ intent: "delete" });
}

async function signIn({ client }: Traffic): Promise<void> {
  const form = { email: "free@example.com", password: "correct-horse-1" };
  await client.send("sign-in", { path: "/auth/signin", form });
}

async function sendMessage({ client, random, ledger }: Traffic): Promise<void> {
  const message = `Message ${crypto.randomUUID()}`;
  const { status } = await client.send("message", {
    path: "/contact",
    form: {
      id: crypto.randomUUID(),
      startedAt: String(Date.now() - 60_000),
      website: "",
      name: "Ann",
      email: `sender-${Math.floor(random() * 1e6)}@example.com`,
      message,
    },
  });
  if (status === 200) ledger.messages.add(message);
}

const sessionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ data: v.object({ url: v.string() }) }),
);

/** Buys a plan once for each account. */
export async function buy({
  client,
  siteUrl,
  owners,
  ledger,
}: Pick<Traffic, "client" | "siteUrl" | "owners" | "ledger">): Promise<void> {
  const owner = owners.find(({ id }) => !ledger.payers.has(id));
  if (!owner) return;
  ledger.payers.add(owner.id);
  const { text, status } = await client.send("checkout", {
    path: "/api/stripe-create-checkout-session",
    cookie: owner.cookie,
    json: {
      priceId: LOCAL_PRICES.pro,
      successUrl: `${siteUrl}/dashboard`,
      cancelUrl: `${siteUrl}/pricing`,
    },
  });
  const session = v.safeParse(sessionSchema, text);
  if (!session.success) {
    ledger.payers.delete(owner.id);
    if (status < 500) throw new Error(`No checkout was opened: ${status} ${text.slice(0, 200)}`);
    return;
  }
  await submitForm(session.output.data.url, TEST_CARD);
}
