/**
 * A local stand-in for Stripe: its API as the installed SDK speaks it, hosted Checkout and billing
 * portal, signed webhooks, a clock that can be moved, and switches that make trouble.
 * Point the SDK here with `{ host: "127.0.0.1", port, protocol: "http" }`.
 */
import { Hono } from "hono";
import {
  closeConnection,
  listen,
  NO_STATE_FILE,
  readState,
  type Service,
  writeState,
} from "local-kit";
import { type Account, defaultBillingSettings } from "./account.ts";
import { registerEndpoints } from "./api/endpoints.ts";
import { defaultPortalConfiguration } from "./api/portal-features.ts";
import { type ApiCall, createApi, type ServerEnv } from "./api/router.ts";
import { runDueTasks } from "./billing/renewals.ts";
import { Clock } from "./clock.ts";
import { createControl, type StripeControl } from "./control.ts";
import { registerControlApi } from "./control-api.ts";
import { createEvent } from "./events.ts";
import { Faults } from "./faults.ts";
import { registerCheckoutPage } from "./pages/checkout-page.ts";
import { registerInvoicePage } from "./pages/invoice-page.ts";
import { registerOverviewPage } from "./pages/overview-page.ts";
import { registerPortalPage } from "./pages/portal-page.ts";
import { Snapshot } from "./records.ts";
import { type OfferedPrice, Store } from "./store.ts";
import { stripeScript } from "./stripe-js.ts";
import { WebhookSender } from "./webhooks.ts";

export type { ApiCall } from "./api/router.ts";
export type { StripeControl } from "./control.ts";
export type { OfferedPrice } from "./store.ts";
export { NORMAL_DELIVERY } from "./webhooks.ts";

export interface StripeOptions {
  /** 0 picks a free one. */
  port: number;
  /** The one API key that is accepted. */
  secretKey: string;
  /** Where events go, signed once per secret. */
  webhookEndpoints: { url: string; secrets: string[] }[];
  /** JSON file that keeps customers and subscriptions over a restart; in memory when left out. */
  stateFile?: string;
  /** What is sold from the start; nothing when left out, for the API makes products and prices too. */
  prices?: readonly OfferedPrice[];
  /** Pause before a failed webhook is sent again; it doubles each time. Milliseconds, default 1000. */
  retryBackoffMs?: number;
  /** How often a webhook is sent before it is given up; six times when left out. */
  maxAttempts?: number;
  /** Makes ids and shuffles the same in every run. */
  seed?: number;
  /** Hears of every API call, for tests that look at the wire. */
  onCall?: (call: ApiCall) => void;
}

export interface StripeService extends Service {
  readonly control: StripeControl;
}

/** How often overdue renewals and trial ends are looked for while nobody asks. */
const DUE_CHECK_MS = 60_000;
const STARTED_WITH = "we_local_";

/**
 * Starts it on 127.0.0.1. Rejects when the port is taken or the state file cannot be read.
 * What fell due while it was not running is done at once.
 */
export async function startStripe(options: StripeOptions): Promise<StripeService> {
  const saved = options.stateFile ? await readState(options.stateFile, Snapshot) : null;
  const store = new Store(options.prices ?? [], options.seed);
  if (saved) store.restore(saved);
  const clock = new Clock(saved?.clockOffset);
  prepare(store, clock, options);

  const stateFile = options.stateFile
    ? writeState(options.stateFile, () => store.toSnapshot(clock.offset))
    : NO_STATE_FILE;
  const sender = new WebhookSender({
    endpoints: store.webhookEndpoints,
    retryBackoffMs: options.retryBackoffMs ?? 1_000,
    maxAttempts: options.maxAttempts,
    shuffleKey: (text) => store.digest(`shuffle:${text}`, 12),
  });
  let nextDue = 0;
  function changed(): void {
    nextDue = 0;
    stateFile.changed();
  }
  function catchUp(): void {
    if (nextDue <= clock.now()) nextDue = runDueTasks(account);
  }
  const account: Account = {
    store,
    clock,
    settings: defaultBillingSettings(),
    baseUrl: `http://127.0.0.1:${options.port}`,
    apiCalls: 0,
    origin: null,
    emit(content) {
      const event = createEvent(account, content, sender.countFor(content.type));
      store.addEvent(event);
      sender.send(event);
      changed();
    },
  };
  const faults = new Faults();
  const control = createControl({ account, sender, faults, changed });
  const { secretKey, onCall } = options;
  const app = createApp({ account, control, faults, changed, catchUp, secretKey, onCall });

  const server = await listen(app.fetch, options.port);
  account.baseUrl = server.url;
  catchUp();
  const dueCheck = setInterval(catchUp, DUE_CHECK_MS).unref();

  return {
    name: "Stripe",
    url: server.url,
    control,
    async close() {
      clearInterval(dueCheck);
      sender.close();
      await server.close();
      await stateFile.flush();
    },
  };
}

/** Puts in place what does not come from the state file. */
function prepare(store: Store, clock: Clock, options: StripeOptions): void {
  const created = clock.now();
  const configuration = defaultPortalConfiguration(store, created);
  store.portalConfigurations.set(configuration.id, configuration);
  for (const id of store.webhookEndpoints.keys()) {
    if (id.startsWith(STARTED_WITH)) store.webhookEndpoints.delete(id);
  }
  options.webhookEndpoints.forEach(({ url, secrets }, index) => {
    const id = `${STARTED_WITH}${index + 1}`;
    store.webhookEndpoints.set(id, {
      id,
      created,
      url,
      secrets,
      enabledEvents: ["*"],
      enabled: true,
      description: null,
      metadata: {},
    });
  });
}

interface AppParts {
  account: Account;
  control: StripeControl;
  faults: Faults;
  /** Called when something that is saved has changed. */
  changed: () => void;
  /** Does what has fallen due. */
  catchUp: () => void;
  secretKey: string;
  onCall: StripeOptions["onCall"];
}

function createApp(parts: AppParts): Hono<ServerEnv> {
  const { account, control, faults, changed, catchUp, secretKey, onCall } = parts;
  const app = new Hono<ServerEnv>();
  app.use(async (context, next) => {
    const { path, method } = context.req;
    if (faults.down && path !== "/" && !path.startsWith("/_local/")) {
      return closeConnection(context.env);
    }
    catchUp();
    await next();
    if (method !== "GET") changed();
  });
  app.get("/stripe.js", stripeScript);
  registerOverviewPage(app, account, control);
  registerCheckoutPage(app, account);
  registerPortalPage(app, account);
  registerInvoicePage(app, account);
  registerControlApi(app, control);
  app.route("/", createApi({ account, faults, secretKey, onCall }, registerEndpoints));
  return app;
}
