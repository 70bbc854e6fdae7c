/**
 * Replays the stored response to a repeated request (Stripe: API reference, Idempotent requests).
 * Keys are in memory, without expiry; Stripe stores them for at least 24 hours.
 */
import { invalidRequest, StripeError } from "./errors.ts";

export interface StoredResponse {
  status: number;
  body: string;
  requestId: string;
}

interface Entry {
  endpoint: string;
  parameters: string;
  response: StoredResponse | null;
}

const MAX_KEY_LENGTH = 255;

export class IdempotencyCache {
  readonly #entries = new Map<string, Entry>();

  /**
   * Claims `key` for a request and returns null, or returns the response to replay.
   * Throws when the key is in progress or belongs to a different request.
   */
  claim(key: string, endpoint: string, parameters: string): StoredResponse | null {
    if (key.length > MAX_KEY_LENGTH) {
      throw invalidRequest(`Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`);
    }
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#entries.set(key, { endpoint, parameters, response: null });
      return null;
    }
    if (entry.endpoint !== endpoint) {
      throw keyMismatch(
        key,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${entry.endpoint}' vs '${endpoint}').`,
      );
    }
    if (entry.parameters !== parameters) {
      throw keyMismatch(
        key,
        "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      );
    }
    if (!entry.response) throw keyInUse(key);
    return entry.response;
  }

  save(key: string, response: StoredResponse): void {
    const entry = this.#entries.get(key);
    if (entry) entry.response = response;
  }
}

function keyMismatch(key: string, message: string): StripeError {
  return new StripeError(400, {
    type: "idempotency_error",
    message: `${message} Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function keyInUse(key: string): StripeError {
  return new StripeError(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}
