/**
 * A local Stripe emulator: the API in the installed SDK's version, hosted Checkout and billing portal,
 * signed webhooks, a simulated clock, and fault injection. Configure the SDK with `{ host: "127.0.0.1", port,
 * protocol: "http" }`.
 */
import { Hono } from "hono";
import {
  closeConnection,
  createStateFile,
  IN_MEMORY_STATE,
  listen,
  readStateFile,
  type Service,
} from "local-kit";
import { type Account, defaultBillingSettings } from "./account.ts";
import { registerEndpoints } from "./api/endpoints.ts";
import { createDefaultPortalConfiguration } from "./api/portal-features.ts";
import { runDueTasks } from "./billing/renewals.ts";
import { Clock } from "./clock.ts";
import { createControl, type StripeControl } from "./control/control.ts";
import { registerControlApi } from "./control/control-api.ts";
import { FaultInjector } from "./control/fault-injector.ts";
import { createEvent } from "./events.ts";
import type { ApiCall } from "./openapi/contract.ts";
import { registerCheckoutPage } from "./pages/checkout-page.ts";
import { registerInvoicePage } from "./pages/invoice-page.ts";
import { registerOverviewPage } from "./pages/overview-page.ts";
import { registerPortalPage } from "./pages/portal-page.ts";
import { Snapshot } from "./records.ts";
import { type ApiOptions, createApi, type ServerEnv } from "./requests/router.ts";
import { type CatalogPrice, Store } from "./store.ts";
import { serveStripeJs } from "./stripe-js.ts";
import { WebhookSender } from "./webhook-sender.ts";

export type { StripeControl } from "./control/control.ts";
export type { ApiCall } from "./openapi/contract.ts";
export type { CatalogPrice } from "./store.ts";

export interface StripeOptions {
  /** Port on 127.0.0.1; 0 picks a free one. */
  port: number;
  /** The accepted API key. */
  secretKey: string;
  /** The seller's name on hosted pages. Default: Local business. */
  businessName?: string;
  /** Webhook endpoints; events are signed once per secret. */
  webhookEndpoints: { url: string; secrets: string[] }[];
  /** JSON file that persists state across restarts. Default: in memory. */
  stateFile?: string;
  /** Initial prices and their products. Default: none; the API can create them. */
  prices?: readonly CatalogPrice[];
  /** Initial delay before a webhook retry, in milliseconds; doubles each time. Default: 1000. */
  retryBackoffMs?: number;
  /** Delivery attempts per webhook. Default: 6. */
  maxAttempts?: number;
  /** Makes ids and shuffles deterministic. */
  seed?: number;
  /** Called after every API request that was processed. */
  onApiCall?: (call: ApiCall) => void;
}

export interface StripeService extends Service {
  readonly control: StripeControl;
}

/** Interval of the check for due renewals and trial ends; requests also trigger it. */
const DUE_CHECK_INTERVAL_MS = 60_000;
const CONFIGURED_ENDPOINT_PREFIX = "we_local_";

/**
 * Starts the emulator on 127.0.0.1. Runs tasks that became due while it was stopped.
 * Rejects when the port is in use, or the state file or an endpoint is invalid.
 */
export async function startStripe(options: StripeOptions): Promise<StripeService> {
  for (const endpoint of options.webhookEndpoints) {
    const unknown = Object.keys(endpoint).find((key) => key !== "url" && key !== "secrets");
    if (unknown) throw new Error(`Unknown option of a webhook endpoint: ${unknown}`);
  }
  const saved = options.stateFile ? await readStateFile(options.stateFile, Snapshot) : null;
  const store = new Store(options.prices ?? [], options.seed);
  if (saved) store.restore(saved);
  const clock = new Clock(saved?.clockOffset);
  initializeStore(store, clock, options);

  const stateFile = options.stateFile
    ? createStateFile(options.stateFile, () => store.toSnapshot(clock.offset))
    : IN_MEMORY_STATE;
  const sender = new WebhookSender({
    endpoints: store.webhookEndpoints,
    retryBackoffMs: options.retryBackoffMs ?? 1_000,
    maxAttempts: options.maxAttempts,
    shuffleKey: (text) => store.digest(`shuffle:${text}`, 12),
  });
  let nextDue = 0;
  function saveState(): void {
    nextDue = 0;
    stateFile.scheduleWrite();
  }
  function runOverdueTasks(): void {
    if (nextDue <= clock.now()) nextDue = runDueTasks(account);
  }
  const account: Account = {
    store,
    clock,
    settings: defaultBillingSettings(),
    businessName: options.businessName ?? "Local business",
    baseUrl: `http://127.0.0.1:${options.port}`,
    apiCalls: 0,
    overrides: new Map(),
    currentRequest: null,
    emit(newEvent) {
      const event = createEvent(account, newEvent, sender.countEndpoints(newEvent.type));
      store.addEvent(event);
      sender.send(event);
      saveState();
    },
  };
  const faults = new FaultInjector();
  const control = createControl({ account, sender, faults, saveState });
  const { secretKey, onApiCall } = options;
  const api = { account, faults, secretKey, onApiCall };
  const app = createApp({ ...api, control, saveState, runOverdueTasks });

  const server = await listen(app.fetch, options.port);
  account.baseUrl = server.url;
  runOverdueTasks();
  const dueCheckTimer = setInterval(runOverdueTasks, DUE_CHECK_INTERVAL_MS).unref();

  return {
    name: "Stripe",
    url: server.url,
    control,
    async close() {
      clearInterval(dueCheckTimer);
      sender.close();
      await server.close();
      await stateFile.flush();
    },
  };
}

/** Adds the default portal configuration and the configured webhook endpoints. */
function initializeStore(store: Store, clock: Clock, options: StripeOptions): void {
  const created = clock.now();
  const configuration = createDefaultPortalConfiguration(store, created);
  store.portalConfigurations.set(configuration.id, configuration);
  for (const id of store.webhookEndpoints.keys()) {
    if (id.startsWith(CONFIGURED_ENDPOINT_PREFIX)) store.webhookEndpoints.delete(id);
  }
  options.webhookEndpoints.forEach(({ url, secrets }, index) => {
    const id = `${CONFIGURED_ENDPOINT_PREFIX}${index + 1}`;
    store.webhookEndpoints.set(id, {
      id,
      created,
      url,
      secrets,
      enabledEvents: ["*"],
      description: null,
      metadata: {},
    });
  });
}

interface AppDependencies extends ApiOptions {
  control: StripeControl;
  /** Called after persisted state changes. */
  saveState: () => void;
  runOverdueTasks: () => void;
}

function createApp(dependencies: AppDependencies): Hono<ServerEnv> {
  const { account, control, faults, saveState, runOverdueTasks } = dependencies;
  const app = new Hono<ServerEnv>();
  app.use(async (context, next) => {
    const { path, method } = context.req;
    if (faults.down && path !== "/" && !path.startsWith("/_local/")) {
      return closeConnection(context.env);
    }
    runOverdueTasks();
    await next();
    if (method !== "GET") saveState();
  });
  app.get("/stripe.js", serveStripeJs);
  registerOverviewPage(app, account, control);
  registerCheckoutPage(app, account);
  registerPortalPage(app, account);
  registerInvoicePage(app, account);
  registerControlApi(app, control);
  app.route("/", createApi(dependencies, registerEndpoints));
  return app;
}
