/** The supported part of Stripe's API, by the names in its OpenAPI description. */
import { defaultBillingSettings } from "../account.ts";
import { registerEndpoints } from "../api/endpoints.ts";
import { Clock } from "../clock.ts";
import { Store } from "../store.ts";

/** Every endpoint, e.g. `GET /v1/customers/{}`. */
export function listOperations(): string[] {
  const operations: string[] = [];
  registerEndpoints({
    account: {
      store: new Store([]),
      clock: new Clock(),
      settings: defaultBillingSettings(),
      businessName: "",
      baseUrl: "",
      apiCalls: 0,
      overrides: new Map(),
      currentRequest: null,
      emit: () => {},
    },
    on: (method, path) => operations.push(`${method} ${path.replaceAll(":id", "{}")}`),
  });
  return operations;
}

/** Supported object types; references to others are limited to their ids. */
export const SERVED_OBJECTS: readonly string[] = [
  "billing_portal.configuration",
  "billing_portal.session",
  "card",
  "charge",
  "checkout.session",
  "coupon",
  "customer",
  "deleted_customer",
  "deleted_price",
  "deleted_product",
  "deleted_webhook_endpoint",
  "error",
  "event",
  "invoice",
  "invoice_payment",
  "item",
  "line_item",
  "payment_intent",
  "payment_method",
  "payment_source",
  "plan",
  "price",
  "product",
  "promotion_code",
  "refund",
  "subscription",
  "subscription_item",
  "subscription_schedule",
  "webhook_endpoint",
];
