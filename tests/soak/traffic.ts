/** What people do on a launch day, in the shares in which they do it. */

import { submitForm, TEST_CARD } from "local-stripe/testing";
import * as v from "valibot";
import { PUBLIC_PATHS } from "../../app/content/public-paths.ts";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import type { Owner } from "../bench/accounts.ts";
import type { Client } from "./client.ts";

/** What has to be found again at the end. */
export interface Ledger {
  /** Messages whose senders were thanked. */
  readonly messages: Set<string>;
  /** Accounts that have paid. */
  readonly payers: Set<string>;
}

export interface Crowd {
  readonly client: Client;
  readonly siteUrl: string;
  readonly owners: readonly Owner[];
  readonly random: () => number;
  readonly ledger: Ledger;
}

const PAGES = PUBLIC_PATHS;

/** Shares of a hundred. */
const KINDS: readonly (readonly [number, (crowd: Crowd) => Promise<void>])[] = [
  [55, visit],
  [20, openDashboard],
  [12, workOnItems],
  [5, signIn],
  [6, sendMessage],
  [2, buy],
];

/** Does one thing that one person does. */
export async function actOnce(crowd: Crowd): Promise<void> {
  let share = crowd.random() * 100;
  const chosen = KINDS.find(([size]) => {
    share -= size;
    return share < 0;
  });
  await (chosen ?? KINDS[0])?.[1](crowd);
}

function pick<T>(random: () => number, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error("nothing to pick from");
  return chosen;
}

async function visit({ client, random }: Crowd): Promise<void> {
  await client.ask("visit", { path: pick(random, PAGES) });
}

async function openDashboard({ client, owners, random }: Crowd): Promise<void> {
  const { cookie } = pick(random, owners);
  await client.ask("dashboard", { path: "/dashboard", cookie });
}

async function workOnItems({ client, owners, random }: Crowd): Promise<void> {
  const { cookie } = pick(random, owners);
  const id = crypto.randomUUID();
  const act = (form: Readonly<Record<string, string>>) =>
    client.ask("item", { path: "/dashboard.data", cookie, form: { id, ...form } });
  await act({ intent: "create", name: "One of many" });
  await act({ intent: "rename", name: "Another name" });
  await act({ intent: "delete" });
}

async function signIn({ client }: Crowd): Promise<void> {
  const form = { email: "free@example.com", password: "correct-horse-1" };
  await client.ask("sign-in", { path: "/auth/signin", form });
}

async function sendMessage({ client, random, ledger }: Crowd): Promise<void> {
  const message = `Message ${crypto.randomUUID()}`;
  const { headers } = await client.ask("message", {
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
  // A message that arrived leads on to the page of thanks.
  if (headers.location === "/contact?sent") ledger.messages.add(message);
}

const sessionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ data: v.object({ url: v.string() }) }),
);

/** Once for each account: the second time there is a plan already. */
export async function buy({
  client,
  siteUrl,
  owners,
  ledger,
}: Pick<Crowd, "client" | "siteUrl" | "owners" | "ledger">): Promise<void> {
  const owner = owners.find(({ id }) => !ledger.payers.has(id));
  if (!owner) return;
  ledger.payers.add(owner.id);
  const { text, status } = await client.ask("checkout", {
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
