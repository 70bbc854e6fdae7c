/** Payment methods: `/v1/payment_methods`, `/v1/customers/:id/payment_methods`. */
import type Stripe from "stripe";
import * as v from "valibot";
import { toPaymentMethod } from "../objects/customers.ts";
import { findRecord } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import { getCustomer, getReferencedCustomer } from "./customers.ts";

const CustomerListParams = v.strictObject({
  ...p.listEntries,
  type: v.optional(p.oneOf("card")),
} satisfies p.Entries<Stripe.CustomerListPaymentMethodsParams>);

type CustomerListParams = v.InferOutput<typeof CustomerListParams>;

/** Stripe lists nothing without a customer, because a card belongs to one. */
const ListParams = v.strictObject({
  ...CustomerListParams.entries,
  customer: p.text,
} satisfies p.Entries<Stripe.PaymentMethodListParams>);

export function registerPaymentMethods({ account: { store }, on }: Api): void {
  const list = (customer: string, query: CustomerListParams, url: string) =>
    paginate(
      [...store.paymentMethods.values()].filter((record) => record.customer === customer),
      query,
      { url, kind: "PaymentMethod", serialize: toPaymentMethod },
    );

  on("GET", "/v1/payment_methods", ListParams, (query) =>
    list(getReferencedCustomer(store, query.customer).id, query, "/v1/payment_methods"),
  );

  on("GET", "/v1/payment_methods/:id", p.onlyExpand, (_, id) =>
    toPaymentMethod(findRecord(store.paymentMethods, id, "PaymentMethod", "payment_method")),
  );

  on("GET", "/v1/customers/:id/payment_methods", CustomerListParams, (query, id) =>
    list(getCustomer(store, id).id, query, `/v1/customers/${id}/payment_methods`),
  );
}
