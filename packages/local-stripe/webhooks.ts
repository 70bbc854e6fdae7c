/**
 * Delivers events to webhook endpoints: signed, at least once, tried again with growing pauses when
 * the answer is not a 2xx. Tests can make it late, doubled, out of order or deaf to the answer.
 */
import { createHmac } from "node:crypto";
import type { EventRecord, WebhookEndpointRecord } from "./records.ts";

/** Stripe tries for three days; here a delivery is given up sooner. */
const MAX_ATTEMPTS = 6;
const ANSWER_TIMEOUT_MS = 10_000;
const LOG_LENGTH = 10_000;

export const DELIVERY_ORDERS = ["fifo", "reverse", "shuffle"] as const;

export interface DeliveryModes {
  /** How many times each event is sent. */
  duplicates: number;
  /** The order of events that are sent together. */
  order: (typeof DELIVERY_ORDERS)[number];
  /** How many deliveries run at the same time. */
  parallel: number;
  /** Keeps events back until `flush`. */
  hold: boolean;
  /** How many coming answers to ignore: the endpoint has worked, and gets the event again. */
  dropResponses: number;
}

export const NORMAL_DELIVERY: Readonly<DeliveryModes> = {
  duplicates: 1,
  order: "fifo",
  parallel: 1,
  hold: false,
  dropResponses: 0,
};

/** One attempt to deliver an event. `status` is null when no answer counted; `error` says why. */
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

export interface WebhookSenderOptions {
  endpoints: ReadonlyMap<string, WebhookEndpointRecord>;
  /** Pause before the second attempt; it doubles with every further one. */
  retryBackoffMs: number;
  /** How often an event is sent before it is given up; six times when left out. */
  maxAttempts?: number | undefined;
  /** How long an endpoint may take to answer; Stripe's 10 s when left out. */
  answerTimeoutMs?: number;
  /** A pseudo-random text for `text`, the same in every run with the same seed. */
  shuffleKey: (text: string) => string;
}

export class WebhookSender {
  modes: DeliveryModes = { ...NORMAL_DELIVERY };
  readonly log: DeliveryAttempt[] = [];
  readonly #options: WebhookSenderOptions;
  readonly #closing = new AbortController();
  readonly #retries = new Set<NodeJS.Timeout>();
  #queue: Delivery[] = [];
  #sending = 0;
  #pumping = false;
  #shuffles = 0;
  #whenSettled: (() => void)[] = [];

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** How many endpoints want events of this type. */
  countFor(type: string): number {
    return this.#endpointsFor(type).length;
  }

  /** How many deliveries wait: held back, or not yet sent. */
  get queued(): number {
    return this.#queue.length;
  }

  send(event: EventRecord): void {
    this.#queue.push(...this.#deliveriesOf(event));
    if (!this.modes.hold) this.#schedule();
  }

  /** Sends `event` once more, at once, and resolves when it has been tried. */
  resend(event: EventRecord): Promise<void> {
    return this.#deliverAll(this.#deliveriesOf(event));
  }

  /** Sends what is queued, held back or not, and resolves when each has been tried once. */
  flush(): Promise<void> {
    return this.#deliverAll(this.#ordered(this.#queue.splice(0)));
  }

  /** Resolves when nothing is on its way or waits for another try. Held events stay held. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenSettled.push(resolve);
      this.#announceIfSettled();
    });
  }

  close(): void {
    this.#closing.abort();
    for (const timer of this.#retries) clearTimeout(timer);
    this.#retries.clear();
    this.#queue = [];
    this.#announceIfSettled();
  }

  #deliveriesOf(event: EventRecord): Delivery[] {
    return this.#endpointsFor(event.type).flatMap((endpoint) =>
      Array.from({ length: this.modes.duplicates }, () => ({
        event,
        endpoint: endpoint.id,
        attempt: 1,
      })),
    );
  }

  async #deliverAll(batch: Delivery[]): Promise<void> {
    this.#sending += batch.length;
    const lanes = Array.from({ length: this.modes.parallel }, () => this.#work(batch));
    await Promise.all(lanes);
    this.#announceIfSettled();
  }

  #endpointsFor(type: string): WebhookEndpointRecord[] {
    return [...this.#options.endpoints.values()].filter(
      ({ enabled, enabledEvents }) =>
        enabled && (enabledEvents.includes("*") || enabledEvents.includes(type)),
    );
  }

  /** Waits a turn, so that the events of one action are sent, and ordered, together. */
  #schedule(): void {
    if (this.#pumping || this.#closing.signal.aborted) return;
    this.#pumping = true;
    setImmediate(() => void this.#pump());
  }

  async #pump(): Promise<void> {
    if (!this.modes.hold) await this.flush();
    this.#pumping = false;
    if (this.#queue.length > 0 && !this.modes.hold) this.#schedule();
  }

  #ordered(batch: Delivery[]): Delivery[] {
    if (this.modes.order === "reverse") return batch.reverse();
    if (this.modes.order === "fifo") return batch;
    this.#shuffles += 1;
    const keyed = batch.map((delivery, index) => ({
      delivery,
      key: this.#options.shuffleKey(`${this.#shuffles}:${index}`),
    }));
    keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
    return keyed.map(({ delivery }) => delivery);
  }

  async #work(batch: Delivery[]): Promise<void> {
    for (let next = batch.shift(); next !== undefined; next = batch.shift()) {
      await this.#deliver(next);
      this.#sending -= 1;
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
    const maxAttempts = this.#options.maxAttempts ?? MAX_ATTEMPTS;
    if (!accepted && attempt < maxAttempts) this.#retry({ ...delivery, attempt: attempt + 1 });
  }

  async #post(
    endpoint: WebhookEndpointRecord,
    body: string,
  ): Promise<{ status: number | null; error: string | null }> {
    const timeoutMs = this.#options.answerTimeoutMs ?? ANSWER_TIMEOUT_MS;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(endpoint.url, {
        method: "POST",
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.#closing.signal, timeout]),
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signature(body, endpoint.secrets),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
      });
      await response.arrayBuffer();
      if (this.modes.dropResponses > 0) {
        this.modes.dropResponses -= 1;
        return { status: null, error: `answer ${response.status} dropped` };
      }
      return { status: response.status, error: null };
    } catch (error) {
      return {
        status: null,
        error: timeout.aborted ? `no answer in ${timeoutMs} ms` : reason(error),
      };
    }
  }

  #retry(delivery: Delivery): void {
    if (this.#closing.signal.aborted) return;
    const pause = this.#options.retryBackoffMs * 2 ** (delivery.attempt - 2);
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      this.#sending += 1;
      void this.#work([delivery]).then(() => this.#announceIfSettled());
    }, pause);
    this.#retries.add(timer);
  }

  #announceIfSettled(): void {
    const waiting = this.#queue.length > 0 && !this.modes.hold;
    if (waiting || this.#sending > 0 || this.#retries.size > 0) return;
    for (const resolve of this.#whenSettled.splice(0)) resolve();
  }
}

/** Stripe: Webhooks, Verify signatures manually. Signed anew for each attempt, once per secret. */
function signature(body: string, secrets: readonly string[]): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const signatures = secrets.map((secret) => {
    const digest = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    return `v1=${digest}`;
  });
  return [`t=${timestamp}`, ...signatures].join(",");
}

/** Node wraps the interesting part ("connect ECONNREFUSED …") in "fetch failed". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
