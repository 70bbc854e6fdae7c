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
      baseUrl: "",
      apiCalls: 0,
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
  "checkout.session",
  "customer",
  "deleted_customer",
  "deleted_price",
  "deleted_product",
  "deleted_webhook_endpoint",
  "error",
  "event",
  "invoice",
  "item",
  "line_item",
  "payment_method",
  "plan",
  "price",
  "product",
  "subscription",
  "subscription_item",
  "subscription_schedule",
  "webhook_endpoint",
];

/** Large unsupported fields, removed from the description: they may only be missing or null. */
export const OMITTED_FIELDS: readonly string[] = [
  "account_tax_ids",
  "acss_debit",
  "after_expiration",
  "application_fee_percent",
  "automatic_surcharge",
  "branding_settings",
  "card_present",
  "confirmation_secret",
  "currency_options",
  "custom_unit_amount",
  "collected_information",
  "interac_present",
  "invoice_creation",
  "invoice_items",
  "optional_items",
  "payment_intent",
  "payment_intent_data",
  "payment_method_data",
  "payment_method_options",
  "payments",
  "pending_update",
  "presentment_details",
  "price_data",
  "product_data",
  "schedule_details",
  "setup_intent",
  "setup_intent_data",
  "shipping",
  "shipping_address_collection",
  "shipping_cost",
  "shipping_details",
  "sources",
  "tax_id_data",
  "threshold_reason",
  "tiers",
  "transfer_data",
  "wallet_options",
];

/** Enums limited to the description's own version; any string is accepted. */
export const UNRESTRICTED_FIELDS: readonly string[] = ["api_version"];
