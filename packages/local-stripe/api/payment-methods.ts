/** Payment methods: `/v1/payment_methods/:id`. Checkout and the portal create them. */
import { toPaymentMethod } from "../objects/customers.ts";
import { findRecord } from "../requests/errors.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";

export function registerPaymentMethods({ account: { store }, on }: Api): void {
  on("GET", "/v1/payment_methods/:id", p.onlyExpand, (_, id) =>
    toPaymentMethod(findRecord(store.paymentMethods, id, "PaymentMethod", "payment_method")),
  );
}
