import type { Account } from "../account.ts";
import { toCustomer } from "../objects/customers.ts";
import type { CustomerRecord } from "../records.ts";
import { endSubscription, isEnded } from "./subscriptions.ts";

/**
 * Deletes a customer, cancels their subscriptions immediately (Stripe: Delete a customer), and discards their
 * drafts.
 */
export function deleteCustomer(account: Account, record: CustomerRecord): void {
  for (const subscription of account.store.getCustomerSubscriptions(record.id)) {
    if (!isEnded(subscription)) endSubscription(account, subscription, "cancellation_requested");
  }
  for (const invoice of account.store.invoices.values()) {
    const isDraft = invoice.customer === record.id && invoice.status === "draft";
    if (isDraft) account.store.invoices.delete(invoice.id);
  }
  const last = toCustomer(record);
  record.deleted = true;
  account.emit({ type: "customer.deleted", data: { object: last } });
}
