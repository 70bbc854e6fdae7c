/**
 * Delivers signed events to webhook endpoints at least once, with exponential backoff until the response is a
 * 2xx.
 * `DeliverySettings` simulate delays, duplicates, reordering, and lost responses.
 */
import { createHmac } from "node:crypto";
import type { EventRecord, WebhookEndpointRecord } from "./records.ts";

/** Stripe retries for three days. */
const MAX_ATTEMPTS = 6;
const REQUEST_TIMEOUT_MS = 10_000;
const LOG_LENGTH = 10_000;

export const DELIVERY_ORDERS = ["fifo", "reverse", "shuffle"] as const;

export interface DeliverySettings {
  /** How many times each event is sent. */
  duplicates: number;
  /** The order of events that are sent together. */
  order: (typeof DELIVERY_ORDERS)[number];
  /** How many deliveries run at the same time. */
  parallel: number;
  /** Holds events until `flush`. */
  hold: boolean;
  /** Number of upcoming responses to discard, so that the endpoint receives the event again. */
  dropResponses: number;
}

export const DEFAULT_DELIVERY: Readonly<DeliverySettings> = {
  duplicates: 1,
  order: "fifo",
  parallel: 1,
  hold: false,
  dropResponses: 0,
};

/** One delivery attempt. `status` is null when there was no response; `error` is the reason. */
export interface DeliveryAttempt {
  event: string;
  type: string;
  endpoint: string;
  url: string;
  attempt: number;
  status: number | null;
  error: string | null;
}

interface Delivery {
  event: EventRecord;
  endpoint: string;
  attempt: number;
}

interface WebhookSenderOptions {
  endpoints: ReadonlyMap<string, WebhookEndpointRecord>;
  /** Delay before the second attempt, in milliseconds; doubles with each further one. */
  retryBackoffMs: number;
  /** Default: 6. */
  maxAttempts?: number | undefined;
  /** Default: 10 s, as in Stripe. */
  requestTimeoutMs?: number;
  /** Pseudo-random sort key for `text`, deterministic for a seed. */
  shuffleKey: (text: string) => string;
}

export class WebhookSender {
  settings: DeliverySettings = { ...DEFAULT_DELIVERY };
  readonly log: DeliveryAttempt[] = [];
  readonly #options: WebhookSenderOptions;
  readonly #closing = new AbortController();
  readonly #retries = new Set<NodeJS.Timeout>();
  #queue: Delivery[] = [];
  #inFlight = 0;
  #isFlushScheduled = false;
  #shuffles = 0;
  #idleListeners: (() => void)[] = [];

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Number of endpoints subscribed to this event type. */
  countEndpoints(type: string): number {
    return this.#findEndpoints(type).length;
  }

  /** Number of held or unsent deliveries. */
  get queued(): number {
    return this.#queue.length;
  }

  send(event: EventRecord): void {
    this.#queue.push(...this.#createDeliveries(event));
    if (!this.settings.hold) this.#scheduleFlush();
  }

  /** Sends `event` again immediately; resolves after the attempt. */
  resend(event: EventRecord): Promise<void> {
    return this.#deliverAll(this.#createDeliveries(event));
  }

  /** Sends the queue, including held events; resolves after one attempt for each. */
  flush(): Promise<void> {
    return this.#deliverAll(this.#applyOrder(this.#queue.splice(0)));
  }

  /** Resolves when no delivery is in flight or scheduled for a retry. Held events stay held. */
  waitForDeliveries(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleListeners.push(resolve);
      this.#resolveIfIdle();
    });
  }

  close(): void {
    this.#closing.abort();
    for (const timer of this.#retries) clearTimeout(timer);
    this.#retries.clear();
    this.#queue = [];
    this.#resolveIfIdle();
  }

  #createDeliveries(event: EventRecord): Delivery[] {
    return this.#findEndpoints(event.type).flatMap((endpoint) =>
      Array.from({ length: this.settings.duplicates }, () => ({
        event,
        endpoint: endpoint.id,
        attempt: 1,
      })),
    );
  }

  async #deliverAll(batch: Delivery[]): Promise<void> {
    this.#inFlight += batch.length;
    const workers = Array.from({ length: this.settings.parallel }, () => this.#runWorker(batch));
    await Promise.all(workers);
    this.#resolveIfIdle();
  }

  #findEndpoints(type: string): WebhookEndpointRecord[] {
    return [...this.#options.endpoints.values()].filter(
      ({ enabledEvents }) => enabledEvents.includes("*") || enabledEvents.includes(type),
    );
  }

  /** Defers by one event-loop turn, so that the events of one action are sent and ordered together. */
  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.#closing.signal.aborted) return;
    this.#isFlushScheduled = true;
    setImmediate(() => void this.#flushQueue());
  }

  async #flushQueue(): Promise<void> {
    if (!this.settings.hold) await this.flush();
    this.#isFlushScheduled = false;
    if (this.#queue.length > 0 && !this.settings.hold) this.#scheduleFlush();
  }

  #applyOrder(batch: Delivery[]): Delivery[] {
    if (this.settings.order === "reverse") return batch.reverse();
    if (this.settings.order === "fifo") return batch;
    this.#shuffles += 1;
    const keyed = batch.map((delivery, index) => ({
      delivery,
      key: this.#options.shuffleKey(`${this.#shuffles}:${index}`),
    }));
    keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
    return keyed.map(({ delivery }) => delivery);
  }

  async #runWorker(batch: Delivery[]): Promise<void> {
    for (let next = batch.shift(); next !== undefined; next = batch.shift()) {
      await this.#deliver(next);
      this.#inFlight -= 1;
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const endpoint = this.#options.endpoints.get(delivery.endpoint);
    if (!endpoint || this.#closing.signal.aborted) return;
    const { status, error } = await this.#post(endpoint, delivery.event.body);
    const { event, attempt } = delivery;
    this.log.push({
      event: event.id,
      type: event.type,
      endpoint: endpoint.id,
      url: endpoint.url,
      attempt,
      status,
      error,
    });
    if (this.log.length > LOG_LENGTH) this.log.shift();
    const accepted = status !== null && status >= 200 && status < 300;
    event.isDelivered ||= accepted;
    const maxAttempts = this.#options.maxAttempts ?? MAX_ATTEMPTS;
    if (!accepted && attempt < maxAttempts)
      this.#scheduleRetry({ ...delivery, attempt: attempt + 1 });
  }

  async #post(
    endpoint: WebhookEndpointRecord,
    body: string,
  ): Promise<{ status: number | null; error: string | null }> {
    const timeoutMs = this.#options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(endpoint.url, {
        method: "POST",
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.#closing.signal, timeout]),
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signPayload(body, endpoint.secrets),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
      });
      await response.arrayBuffer();
      if (this.settings.dropResponses > 0) {
        this.settings.dropResponses -= 1;
        return { status: null, error: `response ${response.status} dropped` };
      }
      return { status: response.status, error: null };
    } catch (error) {
      return {
        status: null,
        error: timeout.aborted ? `timed out after ${timeoutMs} ms` : getErrorMessage(error),
      };
    }
  }

  #scheduleRetry(delivery: Delivery): void {
    if (this.#closing.signal.aborted) return;
    const delayMs = this.#options.retryBackoffMs * 2 ** (delivery.attempt - 2);
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      this.#inFlight += 1;
      void this.#runWorker([delivery]).then(() => this.#resolveIfIdle());
    }, delayMs);
    this.#retries.add(timer);
  }

  #resolveIfIdle(): void {
    const hasQueued = this.#queue.length > 0 && !this.settings.hold;
    if (hasQueued || this.#inFlight > 0 || this.#retries.size > 0) return;
    for (const resolve of this.#idleListeners.splice(0)) resolve();
  }
}

/**
 * The Stripe-Signature header, with one signature per secret (Stripe: Webhooks, Verify signatures manually).
 */
function signPayload(body: string, secrets: readonly string[]): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const signatures = secrets.map((secret) => {
    const digest = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    return `v1=${digest}`;
  });
  return [`t=${timestamp}`, ...signatures].join(",");
}

/** Unwraps the cause ("connect ECONNREFUSED …") of Node's "fetch failed". */
function getErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
