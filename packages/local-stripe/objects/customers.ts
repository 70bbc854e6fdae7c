/** API objects: customers and payment methods. */
import type Stripe from "stripe";
import type { CustomerRecord, PaymentMethodRecord } from "../records.ts";

export function toCustomer(record: CustomerRecord): Stripe.Customer {
  return {
    id: record.id,
    object: "customer",
    address: null,
    balance: record.balance,
    created: record.created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: record.email,
    invoice_prefix: record.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: record.defaultPaymentMethod,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: record.metadata,
    name: record.name,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export function toDeletedCustomer(record: CustomerRecord): Stripe.DeletedCustomer {
  return { id: record.id, object: "customer", deleted: true };
}

export function toPaymentMethod(record: PaymentMethodRecord): Stripe.PaymentMethod {
  return {
    id: record.id,
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: {
      address: {
        city: null,
        country: null,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: record.email,
      name: record.name,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: record.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: record.brand,
      exp_month: record.expMonth,
      exp_year: record.expYear,
      fingerprint: null,
      funding: "credit",
      generated_from: null,
      last4: record.last4,
      networks: { available: [record.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: record.created,
    customer: record.customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
