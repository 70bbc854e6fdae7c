/** Customers and their payment methods. */
import type { Account } from "../account.ts";
import { getPreviousAttributes } from "../events.ts";
import { toCustomer, toPaymentMethod } from "../objects/customers.ts";
import type { CustomerRecord, PaymentMethodRecord } from "../records.ts";

export type CustomerDetails = Partial<
  Pick<CustomerRecord, "balance" | "email" | "name" | "metadata">
>;

export function createCustomer(account: Account, details: CustomerDetails): CustomerRecord {
  const record: CustomerRecord = {
    id: account.store.newId("cus_", 14),
    created: account.clock.now(),
    deleted: false,
    email: null,
    name: null,
    metadata: {},
    defaultPaymentMethod: null,
    balance: 0,
    ...details,
  };
  account.store.customers.set(record.id, record);
  account.emit({ type: "customer.created", data: { object: toCustomer(record) } });
  return record;
}

export function updateCustomer(
  account: Account,
  record: CustomerRecord,
  details: CustomerDetails & Partial<Pick<CustomerRecord, "defaultPaymentMethod">>,
): void {
  const before = toCustomer(record);
  Object.assign(record, details);
  const after = toCustomer(record);
  const previous = getPreviousAttributes(before, after);
  if (Object.keys(previous).length === 0) return;
  account.emit({
    type: "customer.updated",
    data: { object: after, previous_attributes: previous },
  });
}

export type Card = Pick<
  PaymentMethodRecord,
  "brand" | "last4" | "expMonth" | "expYear" | "declinesLater" | "name"
>;

/** A card that belongs to no customer. */
export function createCard(account: Account, card: Card, email: string | null) {
  const record: PaymentMethodRecord = {
    ...card,
    id: account.store.newId("pm_1"),
    created: account.clock.now(),
    customer: null,
    email,
  };
  account.store.paymentMethods.set(record.id, record);
  return record;
}

export function attachCard(
  account: Account,
  customer: CustomerRecord,
  card: Card,
): PaymentMethodRecord {
  const record = createCard(account, card, customer.email);
  record.customer = customer.id;
  account.emit({ type: "payment_method.attached", data: { object: toPaymentMethod(record) } });
  return record;
}
