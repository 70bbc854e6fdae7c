/** API versions: every one is accepted; responses are in the SDK's (Stripe: API reference, Versioning). */
import Stripe from "stripe";
import { invalidRequest } from "./errors.ts";
import type { FormObject } from "./form-encoding.ts";

/** A date with an optional name, e.g. `2020-08-27` or `2025-04-30.basil`. */
const VERSION = /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/;

/**
 * Returns a check of the `Stripe-Version` header. It throws 400 for text that is not a version, and logs each
 * version other than the SDK's once.
 */
export function createVersionCheck(): (version: string | undefined) => void {
  const known = new Set<string>([Stripe.API_VERSION]);
  return (version) => {
    if (version === undefined || known.has(version)) return;
    if (!VERSION.test(version)) throw invalidRequest(`Invalid Stripe API version: ${version}`);
    known.add(version);
    console.warn(
      `A request has API version ${version}; the local Stripe responds in ${Stripe.API_VERSION}.`,
    );
  };
}

const UI_MODES = new Map<unknown, string>([
  ["hosted", "hosted_page"],
  ["embedded", "embedded_page"],
  ["custom", "elements"],
]);

/** Converts the parameters of a request in another version, where a name has changed (Stripe: Changelog). */
export function toCurrentVersion(
  version: string | undefined,
  path: string,
  form: FormObject,
): FormObject {
  if (version === undefined || version === Stripe.API_VERSION) return form;
  if (path !== "/v1/checkout/sessions") return form;
  const { payment_method_types: types, ui_mode: mode, ...rest } = form;
  return {
    ...rest,
    ...(types !== undefined && { allowed_payment_method_types: types }),
    ...(mode !== undefined && { ui_mode: UI_MODES.get(mode) ?? mode }),
  };
}
