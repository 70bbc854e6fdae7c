/**
 * Answers a repeated request with the first answer (Stripe: API reference, Idempotent requests).
 * Keys live as long as the process; Stripe keeps them for at least 24 hours.
 */
import { invalidRequest, StripeError } from "./errors.ts";

export interface Answer {
  status: number;
  body: string;
  requestId: string;
}

interface Entry {
  endpoint: string;
  parameters: string;
  answer: Answer | null;
}

const MAX_KEY_LENGTH = 255;

export class IdempotencyKeys {
  readonly #entries = new Map<string, Entry>();

  /**
   * Claims `key` for a request and returns null, or returns the answer to give again.
   * Throws when the key is at work or belongs to a different request.
   */
  claim(key: string, endpoint: string, parameters: string): Answer | null {
    if (key.length > MAX_KEY_LENGTH) {
      throw invalidRequest(`Idempotency keys can be at most ${MAX_KEY_LENGTH} characters long.`);
    }
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#entries.set(key, { endpoint, parameters, answer: null });
      return null;
    }
    if (entry.endpoint !== endpoint) {
      throw mismatch(
        key,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${entry.endpoint}' vs '${endpoint}').`,
      );
    }
    if (entry.parameters !== parameters) {
      throw mismatch(
        key,
        "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      );
    }
    if (!entry.answer) throw inUse(key);
    return entry.answer;
  }

  keep(key: string, answer: Answer): void {
    const entry = this.#entries.get(key);
    if (entry) entry.answer = answer;
  }
}

function mismatch(key: string, message: string): StripeError {
  return new StripeError(400, {
    type: "idempotency_error",
    message: `${message} Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function inUse(key: string): StripeError {
  return new StripeError(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}
