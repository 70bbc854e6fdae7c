/**
 * A second reading of Stripe's description: stripe-mock, Stripe's own server of it. Opt-in, as it is not on
 * npm.
 */
import { type ApiCall, openApiVersion } from "./openapi/contract.ts";

const RESPONSE_TIMEOUT_MS = 10_000;
/** An invalid request that must be rejected, which proves that requests are validated. */
const INVALID = { method: "POST", path: "/v1/customers", parameters: "colour=red" } as const;

/**
 * Sends the accepted ones of `calls` to the stripe-mock at STRIPE_MOCK_URL; returns those that it rejects.
 * Without the variable it sends none.
 */
export async function rejectedByStripeMock(calls: readonly ApiCall[]): Promise<string[]> {
  const url = process.env.STRIPE_MOCK_URL;
  const accepted = calls.filter(({ status }) => status < 400);
  if (!url || accepted.length === 0) return [];
  const control = await send(url, INVALID);
  const rejected = control.status === 400 ? [] : ["stripe-mock accepts an invalid request"];
  for (const call of accepted) {
    const { status, text } = await send(url, call);
    if (status !== 200) rejected.push(`stripe-mock: ${call.method} ${call.path}: ${text}`);
  }
  return rejected;
}

async function send(url: string, call: Pick<ApiCall, "method" | "path" | "parameters">) {
  const { method, path } = call;
  const isPost = method === "POST";
  // The SDK is newer than stripe-mock, which rejects webhook endpoints with an unknown API version.
  const parameters = call.parameters.replace(
    /\bapi_version=[^&]+/,
    `api_version=${openApiVersion}`,
  );
  const response = await fetch(`${url}${path}${isPost || !parameters ? "" : `?${parameters}`}`, {
    method,
    headers: {
      authorization: "Bearer sk_test_123",
      ...(isPost && { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(isPost && { body: parameters }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}
