import Stripe from "stripe";
import type { Result } from "~/http/result";

/** Maximum age of a signature, and maximum clock skew ahead of ours. Source: Stripe, "Webhook signatures". */
const TOLERANCE_S = 300;

const subtleCrypto = Stripe.createSubtleCryptoProvider();

/**
 * Verifies a delivery: its parsed JSON, or the reason why it is rejected. Tries each secret, so that one can be rotated
 * without losing a delivery. The SDK only checks the age; a future timestamp would extend the replay window.
 */
export async function verifyWebhook(
  payload: string,
  header: string | null,
  secrets: readonly string[],
): Promise<Result<unknown, string>> {
  if (header === null) return { ok: false, error: "no signature" };
  const timestamps = Array.from(header.matchAll(/(?:^|,)t=([^,]*)/g), ([, value]) => Number(value));
  const [timestamp] = timestamps;
  if (timestamps.length !== 1 || !Number.isInteger(timestamp)) {
    return { ok: false, error: "no timestamp" };
  }
  if (Number(timestamp) > Date.now() / 1000 + TOLERANCE_S) {
    return { ok: false, error: "timestamp from the future" };
  }
  const { signature } = Stripe.webhooks;
  if (!signature) throw new Error("The Stripe SDK has no webhook signature support");
  let reason = "no secret is configured";
  for (const secret of secrets) {
    try {
      await signature.verifyHeaderAsync(payload, header, secret, TOLERANCE_S, subtleCrypto);
      return { ok: true, value: JSON.parse(payload) };
    } catch (error) {
      reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "unknown";
    }
  }
  return { ok: false, error: reason };
}
