/** The API key check. */
import { StripeError } from "./errors.ts";

/** Throws 401 unless the bearer token, or the user name of Basic auth (`curl -u KEY:`), is `secretKey`. */
export function authenticate(authorization = "", secretKey: string): void {
  const basic = /^Basic (.+)$/i.exec(authorization)?.[1];
  const key =
    basic === undefined
      ? /^Bearer (.+)$/i.exec(authorization)?.[1]
      : Buffer.from(basic, "base64").toString().split(":")[0];
  if (key === secretKey) return;
  const message =
    key === undefined
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."
      : `Invalid API Key provided: ${redactKey(key)}`;
  throw new StripeError(401, { type: "invalid_request_error", message });
}

function redactKey(key: string): string {
  const shown = /^(?:sk|rk|pk)_(?:test|live)_/.exec(key)?.[0] ?? "";
  const end = key.slice(shown.length).slice(-4);
  return `${shown}${"*".repeat(Math.max(4, key.length - shown.length - end.length))}${end}`;
}
