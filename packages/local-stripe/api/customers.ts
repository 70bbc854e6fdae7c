/** Customers: `/v1/customers`. */
import type Stripe from "stripe";
import * as v from "valibot";
import { createCustomer, updateCustomer } from "../billing/customers.ts";
import { deleteCustomer } from "../billing/delete-customer.ts";
import { missingReference, notFound } from "../errors.ts";
import { toCustomer, toDeletedCustomer, toPaymentMethod } from "../objects/customers.ts";
import { paginate } from "../pagination.ts";
import * as p from "../parameters.ts";
import type { CustomerRecord } from "../records.ts";
import type { Store } from "../store.ts";
import type { Api } from "./router.ts";

const CreateParams = v.strictObject({
  description: v.optional(p.text),
  email: v.optional(p.text),
  expand: v.optional(p.expand),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  name: v.optional(p.text),
  phone: v.optional(p.text),
} satisfies p.Entries<Stripe.CustomerCreateParams>);

const UpdateParams = v.strictObject({
  description: v.optional(p.text),
  email: v.optional(p.text),
  expand: v.optional(p.expand),
  invoice_settings: v.optional(
    v.strictObject({
      default_payment_method: v.optional(p.text),
    } satisfies p.Entries<Stripe.CustomerUpdateParams.InvoiceSettings>),
  ),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  name: v.optional(p.text),
  phone: v.optional(p.text),
} satisfies p.Entries<Stripe.CustomerUpdateParams>);

const ListParams = v.strictObject({
  ...p.listEntries,
  email: v.optional(p.text),
} satisfies p.Entries<Stripe.CustomerListParams>);

const PaymentMethodListParams = v.strictObject({
  ...p.listEntries,
  type: v.optional(p.oneOf("card")),
} satisfies p.Entries<Stripe.CustomerListPaymentMethodsParams>);

export function registerCustomers({ account, on }: Api): void {
  const { store } = account;

  on("POST", "/v1/customers", CreateParams, ({ expand: _, metadata, ...details }) =>
    toCustomer(
      createCustomer(account, {
        ...emptyTextToNull(details),
        metadata: p.mergeMetadata({}, metadata),
      }),
    ),
  );

  on("GET", "/v1/customers", ListParams, (query) => {
    const records = [...store.customers.values()].filter(
      (record) => !record.deleted && (query.email === undefined || record.email === query.email),
    );
    return paginate(records, query, {
      url: "/v1/customers",
      kind: "customer",
      serialize: toCustomer,
    });
  });

  on("GET", "/v1/customers/:id", p.onlyExpand, (_, id) => {
    const record = store.customers.get(id);
    if (!record) throw notFound("customer", id);
    return record.deleted ? toDeletedCustomer(record) : toCustomer(record);
  });

  on("POST", "/v1/customers/:id", UpdateParams, (parameters, id) => {
    const { expand: _, metadata, invoice_settings, ...details } = parameters;
    const record = getCustomer(store, id);
    const card = invoice_settings?.default_payment_method;
    if (card !== undefined && card !== "" && !store.paymentMethods.has(card)) {
      throw missingReference("PaymentMethod", card, "invoice_settings[default_payment_method]");
    }
    updateCustomer(account, record, {
      ...emptyTextToNull(details),
      ...(card !== undefined && { defaultPaymentMethod: card === "" ? null : card }),
      metadata: p.mergeMetadata(record.metadata, metadata),
    });
    return toCustomer(record);
  });

  on("DELETE", "/v1/customers/:id", p.noParameters, (_, id) => {
    const record = getCustomer(store, id);
    deleteCustomer(account, record);
    return toDeletedCustomer(record);
  });

  on("GET", "/v1/customers/:id/payment_methods", PaymentMethodListParams, (query, id) => {
    const customer = getCustomer(store, id);
    const records = [...store.paymentMethods.values()].filter(
      (record) => record.customer === customer.id,
    );
    return paginate(records, query, {
      url: `/v1/customers/${id}/payment_methods`,
      kind: "PaymentMethod",
      serialize: toPaymentMethod,
    });
  });
}

/** The customer in the URL. Throws 404 when it does not exist or is deleted. */
function getCustomer(store: Store, id: string): CustomerRecord {
  const record = store.customers.get(id);
  if (!record || record.deleted) throw notFound("customer", id);
  return record;
}

/** The customer in a parameter. Throws 400 when it does not exist or is deleted. */
export function getReferencedCustomer(store: Store, id: string): CustomerRecord {
  const record = store.customers.get(id);
  if (!record || record.deleted) throw missingReference("customer", id, "customer");
  return record;
}

type TextDetails = Partial<Record<"email" | "name" | "phone" | "description", string | undefined>>;

/** An empty string clears a field; a missing field is unchanged. */
function emptyTextToNull(details: TextDetails): Partial<Record<keyof TextDetails, string | null>> {
  const { email, name, phone, description } = details;
  return {
    ...(email !== undefined && { email: email || null }),
    ...(name !== undefined && { name: name || null }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(description !== undefined && { description: description || null }),
  };
}
