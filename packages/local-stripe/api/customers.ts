/** Customers: `/v1/customers`. */
import type Stripe from "stripe";
import * as v from "valibot";
import { type CustomerDetails, createCustomer, updateCustomer } from "../billing/customers.ts";
import { deleteCustomer } from "../billing/delete-customer.ts";
import { toCustomer, toDeletedCustomer } from "../objects/customers.ts";
import type { CustomerRecord } from "../records.ts";
import { findRecord, invalidRequest, missingReference, notFound } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import type { Store } from "../store.ts";

/** Stripe checks addresses itself, more strictly than others do. */
const Email = v.union([
  v.literal(""),
  v.pipe(
    p.text,
    v.maxLength(512),
    v.regex(/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i),
  ),
]);

/** Throws Stripe's error for an address that it does not accept. */
function validateEmail(email: string | undefined): void {
  if (email === undefined || v.is(Email, email)) return;
  throw invalidRequest(`Invalid email address: ${email}`, "email", "email_invalid");
}

const customerEntries = {
  balance: v.optional(p.integer),
  email: v.optional(p.text),
  expand: v.optional(p.expand),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  name: v.optional(p.text),
};

const CreateParams = v.strictObject(
  customerEntries satisfies p.Entries<Stripe.CustomerCreateParams>,
);

const UpdateParams = v.strictObject({
  ...customerEntries,
  invoice_settings: v.optional(
    v.strictObject({
      default_payment_method: v.optional(p.text),
    } satisfies p.Entries<Stripe.CustomerUpdateParams.InvoiceSettings>),
  ),
} satisfies p.Entries<Stripe.CustomerUpdateParams>);

const ListParams = v.strictObject({
  ...p.listEntries,
  created: v.optional(p.timeRange),
  email: v.optional(p.text),
} satisfies p.Entries<Stripe.CustomerListParams>);

export function registerCustomers({ account, on }: Api): void {
  const { store } = account;

  on("POST", "/v1/customers", CreateParams, ({ expand: _, metadata, ...details }) =>
    toCustomer(
      createCustomer(account, {
        ...toCustomerDetails(details),
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
    const record = findRecord(store.customers, id, "customer");
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
      ...toCustomerDetails(details),
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

type Details = Omit<v.InferOutput<typeof CreateParams>, "expand" | "metadata">;

/** An empty string clears a field; a missing field is unchanged. */
function toCustomerDetails({ balance, email, name }: Details): CustomerDetails {
  validateEmail(email);
  return {
    ...(balance !== undefined && { balance }),
    ...(email !== undefined && { email: email || null }),
    ...(name !== undefined && { name: name || null }),
  };
}
