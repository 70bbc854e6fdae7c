/** The local cloud: stand-ins for every service that the Worker calls in production. */
import path from "node:path";
import type { Service } from "local-kit";
import { type StripeOptions, type StripeService, startStripe } from "local-stripe";
import {
  type Mailbox,
  type OAuthProviders,
  readAuthOverrides,
  startMailbox,
  startOAuthProviders,
  startSupabase,
} from "local-supabase";
import { brand } from "../app/content/brand.ts";
import { studio } from "../app/content/studio.ts";
import { applyMigrations } from "../drizzle/migrate.ts";
import { connectStripe } from "../ops/lib/stripe.ts";
import { ensurePortal } from "../ops/resources/stripe-portal.ts";
import { ensurePrices } from "../ops/resources/stripe-prices.ts";
import { requireFreePorts } from "../tools/shared/ports-in-use.ts";
import { isLoopback, LOCAL_KEYS, type PortName } from "../tools/shared/settings.ts";
import type { SiteVariables } from "../tools/shared/site-variables.ts";
import { startPostgres } from "./postgres/index.ts";
import type { ChildProcesses } from "./processes/child-processes.ts";
import { grantWorkerLogin, seedAccounts } from "./seeds/accounts.ts";
import { LOCAL_STRIPE_PRICES, PROVIDER_PEOPLE } from "./seeds/stand-ins.ts";
import { startSheet } from "./sheet/index.ts";
import { createSentEmailReader } from "./site/sent-emails.ts";

/** Contains `supabase/config.toml`. */
const PROJECT_DIR = path.join(import.meta.dirname, "..");

export interface CloudOptions {
  readonly ports: Readonly<Record<PortName, number>>;
  readonly localDir: string;
  readonly siteUrl: string;
  /** The site's variables. A service is started only if they point to it. */
  readonly variables: SiteVariables;
  readonly processes: ChildProcesses;
  /** Called for every request to the local Stripe. */
  readonly onStripeCall?: NonNullable<StripeOptions["onApiCall"]>;
  /** Called with the name of each part as it starts. */
  readonly onStart?: (part: string) => void;
  /** Called for every email of Supabase Auth. */
  readonly onEmail?: (to: string, subject: string) => void;
  /** Replaces the local database and Supabase Auth. */
  readonly startBackend?: StartBackend;
}

/** Database and Supabase Auth. */
interface Backend {
  /** Superuser connection string, for seeding and tests. */
  readonly superuserUrl: string;
}

/** Starts a backend on the ports of `options`; adds each service to `services` as it starts. */
export type StartBackend = (
  options: CloudOptions,
  services: Service[],
  parts: { mailbox: Mailbox; oauth: OAuthProviders },
) => Promise<Backend>;

export interface Cloud {
  readonly services: readonly Service[];
  /** Superuser connection string of the local Postgres; empty with a hosted one. */
  readonly superuserUrl: string;
  /** Resolves when Stripe has delivered every webhook, e.g. those of the seeded subscriptions. */
  waitForWebhooks(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the services that `variables` point to; `close` stops them in reverse. Throws one line that names a
 * failure.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { ports } = options;
  await requireFreePorts(
    (["postgres", "supabase", "mailbox", "google", "github", "stripe", "sheet"] as const).map(
      (name) => ({ name, port: ports[name] }),
    ),
  );
  const services: Service[] = [];
  const close = async () => {
    for (const service of services.toReversed()) await service.close();
  };
  try {
    const { superuserUrl, stripe } = await startInOrder(options, services);
    const waitForWebhooks = () => stripe.control.waitForDeliveries();
    return { services, superuserUrl, waitForWebhooks, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Adds each service to `services` as it starts. */
async function startInOrder(
  options: CloudOptions,
  services: Service[],
): Promise<Backend & { readonly stripe: StripeService }> {
  const { ports, localDir, siteUrl, variables, onStart = () => {} } = options;
  onStart("Stripe");
  const sheet = startSheet({
    port: ports.sheet,
    token: variables.SHEET_API_TOKEN,
    stateFile: path.join(localDir, "sheet.json"),
  });
  const startingStripe = startStripe({
    port: ports.stripe,
    secretKey: LOCAL_KEYS.stripeSecret,
    businessName: brand.name,
    webhookEndpoints: [
      { url: `${siteUrl}/api/stripe-webhook`, secrets: [LOCAL_KEYS.stripeWebhook] },
    ],
    prices: LOCAL_STRIPE_PRICES,
    stateFile: path.join(localDir, "stripe.json"),
    ...(options.onStripeCall && { onApiCall: options.onStripeCall }),
  });
  const stripe = await startingStripe;
  services.push(await sheet, stripe);
  await setUpPortal(stripe.url);
  if (!isLoopback(variables.SUPABASE_URL ?? "", ports.supabase))
    return { superuserUrl: "", stripe };

  const mailbox = await startMailbox({
    port: ports.mailbox,
    dataDir: path.join(localDir, "mailbox"),
    sender: `${brand.name} <${studio.email}>`,
    fetchEmails: createSentEmailReader(siteUrl),
  });
  services.push(mailbox);
  const oauth = await startOAuthProviders({
    googlePort: ports.google,
    githubPort: ports.github,
    callbackUrl: `http://127.0.0.1:${ports.supabase}/auth/v1/callback`,
    siteName: brand.name,
    users: PROVIDER_PEOPLE,
  });
  services.push(oauth.google, oauth.github);
  const startBackend = options.startBackend ?? startLocalBackend;
  const { superuserUrl } = await startBackend(options, services, { mailbox, oauth });
  onStart("accounts");
  await seedAccounts({
    supabaseUrl: `http://127.0.0.1:${ports.supabase}`,
    databaseUrl: superuserUrl,
    stripe: stripe.control,
  });
  return { superuserUrl, stripe };
}

/** Configures the billing portal as `npm run setup:cloud` does for a real account. */
async function setUpPortal(stripeUrl: string): Promise<void> {
  const stripe = connectStripe(LOCAL_KEYS.stripeSecret, stripeUrl);
  await ensurePortal(stripe, await ensurePrices(stripe, "local"));
}

/** Starts the local Postgres and Supabase, with migrations applied. */
const startLocalBackend: StartBackend = async (options, services, { mailbox, oauth }) => {
  const { ports, localDir, siteUrl, processes, onStart = () => {}, onEmail = () => {} } = options;
  onStart("Postgres");
  const postgres = await startPostgres({
    dataDir: path.join(localDir, "postgres"),
    port: ports.postgres,
    processes,
  });
  services.push(postgres);
  onStart("Supabase");
  const supabase = await startSupabase({
    port: ports.supabase,
    databaseUrl: postgres.superuserUrl,
    projectDir: PROJECT_DIR,
    siteUrl,
    dataDir: path.join(localDir, "supabase"),
    publishableKey: LOCAL_KEYS.supabasePublishable,
    secretKey: LOCAL_KEYS.supabaseSecret,
    sendEmail: async (message) => {
      await mailbox.deliver(message);
      onEmail(message.to, message.subject);
    },
    oauth: { googleUrl: oauth.google.url, githubUrl: oauth.github.url },
    accessTokenHook: "public.add_two_step_claim",
    overrides: readAuthOverrides(),
    async migrate() {
      await applyMigrations(postgres.superuserUrl);
      await grantWorkerLogin(postgres.superuserUrl);
    },
  });
  services.push(supabase);
  return { superuserUrl: postgres.superuserUrl };
};
