import type { Api } from "../requests/router.ts";
import { registerBillingPortal } from "./billing-portal.ts";
import { registerCatalog } from "./catalog.ts";
import { registerCheckoutSessions } from "./checkout-sessions.ts";
import { registerCustomers } from "./customers.ts";
import { registerEvents } from "./events.ts";
import { registerInvoices } from "./invoices.ts";
import { registerPaymentMethods } from "./payment-methods.ts";
import { registerPayments } from "./payments.ts";
import { registerPromotions } from "./promotions.ts";
import { registerSubscriptions } from "./subscriptions.ts";
import { registerWebhookEndpoints } from "./webhook-endpoints.ts";

/** Registers all `/v1` endpoints. */
export function registerEndpoints(api: Api): void {
  registerCustomers(api);
  registerPaymentMethods(api);
  registerCatalog(api);
  registerPromotions(api);
  registerCheckoutSessions(api);
  registerPayments(api);
  registerSubscriptions(api);
  registerBillingPortal(api);
  registerWebhookEndpoints(api);
  registerInvoices(api);
  registerEvents(api);
}
