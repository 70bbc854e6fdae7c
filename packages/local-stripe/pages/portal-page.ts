/** The hosted billing portal, `/p/session/:id`: the homepage and the actions of both homepage and flows. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Markup } from "local-kit";
import type { Account } from "../account.ts";
import { attachCard, updateCustomer } from "../billing/customers.ts";
import { getChargeableCard } from "../billing/invoices.ts";
import { describeItems } from "../billing/items.ts";
import { cancelPlan, getAvailablePrices, switchPlan, undoCancellation } from "../billing/portal.ts";
import { collectPayment } from "../billing/renewals.ts";
import { isEnded, updateSubscription } from "../billing/subscriptions.ts";
import { getAmountDue } from "../objects/invoices.ts";
import type { CustomerRecord, SubscriptionRecord } from "../records.ts";
import type { ServerEnv } from "../requests/router.ts";
import { formatAmount, formatDate } from "../text.ts";
import {
  type CardInput,
  cardFields,
  checkCard,
  readCardInput,
  testCardTable,
  textField,
} from "./cards.ts";
import { describeNextEvent, formatPrice, messagePage, stripePage, table } from "./format.ts";
import {
  type ActionError,
  BLANK_CARD,
  cancelFields,
  flowPage,
  type PortalContext,
  planOptions,
  switchFields,
} from "./portal-flow-page.ts";

export function registerPortalPage(app: Hono<ServerEnv>, account: Account): void {
  app.get("/p/session/:id", (context) => {
    const visit = findPortalContext(account, context.req.param("id"));
    return visit ? currentPage(visit) : expiredPage();
  });

  app.post("/p/session/:id", async (context) => {
    const form = await context.req.formData();
    const visit = findPortalContext(account, context.req.param("id"));
    return visit ? handleAction(visit, form) : expiredPage();
  });
}

function findPortalContext(account: Account, id: string): PortalContext | null {
  const session = account.store.portalSessions.get(id);
  if (!session) return null;
  const customer = account.store.getCustomer(session.customer);
  const configuration = account.store.portalConfigurations.get(session.configuration);
  if (customer.deleted || !configuration) return null;
  return { account, session, customer, features: configuration.features };
}

function expiredPage(): Response {
  return messagePage("This link has expired", "Go back and open the billing portal again.", 410);
}

/** The flow until it is completed, then the homepage. */
function currentPage(visit: PortalContext, problem?: ActionError): Response {
  const { flow } = visit.session;
  if (flow && !flow.isCompleted) return flowPage(visit, flow, problem);
  return portalPage(visit, problem);
}

function handleAction(visit: PortalContext, form: FormData): Response {
  const { session } = visit;
  const problem = performRequest(visit, form);
  if (problem) return currentPage(visit, problem);
  const { flow } = session;
  if (!flow || flow.isCompleted) return redirectTo(`/p/session/${session.id}`);
  session.flow = { ...flow, isCompleted: true };
  return redirectTo(flow.afterCompletion.returnUrl ?? `/p/session/${session.id}`);
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

function performRequest(visit: PortalContext, form: FormData): ActionError | undefined {
  const { account, session, customer } = visit;
  if (session.flow?.type === "payment_method_update" && !session.flow.isCompleted) {
    // The flow sets the customer's default, which a subscription's own payment method overrides (Stripe: deep
    // links).
    return updateCard(visit, readCardInput(form), (defaultPaymentMethod) =>
      updateCustomer(account, customer, { defaultPaymentMethod }),
    );
  }
  const subscription = account.store.subscriptions.get(textField(form, "subscription"));
  if (!subscription || subscription.customer !== customer.id || isEnded(subscription)) {
    return { error: "This subscription has ended." };
  }
  return performAction(visit, subscription, form);
}

/** Performs a button's action; returns an error when it is not possible. */
function performAction(
  visit: PortalContext,
  subscription: SubscriptionRecord,
  form: FormData,
): ActionError | undefined {
  const { account, features } = visit;
  switch (textField(form, "action")) {
    case "cancel": {
      if (!features.cancel.enabled) return { error: "This plan cannot be canceled here." };
      cancelPlan(account, subscription);
      return undefined;
    }
    case "resume":
      undoCancellation(account, subscription);
      return undefined;
    case "switch": {
      const price = textField(form, "price");
      if (!getAvailablePrices(account, subscription, features.update).includes(price))
        return { error: "Choose a plan." };
      switchPlan(account, subscription, price, features.update);
      return undefined;
    }
    case "card":
      return updateCard(visit, readCardInput(form), (defaultPaymentMethod) =>
        updateSubscription(account, subscription, { defaultPaymentMethod }),
      );
    case "pay":
      payOpenInvoices(account, subscription);
      return undefined;
    default:
      return { error: "Choose an action." };
  }
}

function updateCard(
  { account, customer, features }: PortalContext,
  input: CardInput,
  setDefault: (paymentMethod: string) => void,
): ActionError | undefined {
  if (!features.paymentMethodUpdate) return { error: "The card cannot be changed here." };
  const check = checkCard(input, account.clock.now());
  if (check.outcome === "rejected") return { error: check.message, input };
  setDefault(attachCard(account, customer, check.card).id);
  return undefined;
}

function payOpenInvoices(account: Account, subscription: SubscriptionRecord): void {
  for (const invoice of account.store.getSubscriptionInvoices(subscription.id)) {
    if (invoice.status === "open" && !isEnded(subscription)) {
      collectPayment(account, subscription, invoice);
    }
  }
}

function portalPage(visit: PortalContext, problem?: ActionError): Response {
  const { account, session, customer, features } = visit;
  const subscriptions = account.store.getCustomerSubscriptions(customer.id).reverse();
  const live = subscriptions.filter((record) => !isEnded(record));
  const body = html`${session.returnUrl !== null && html`<p><a href="${session.returnUrl}">Return</a></p>`}
<h1>Billing</h1>
<p class="muted">${customer.email ?? customer.id}</p>
${problem && html`<p role="alert">${problem.error}</p>`}
<h2>Current subscription</h2>
${live.length === 0 && html`<p class="card">No current plan.</p>`}
${live.map((record) => subscriptionCard(visit, record, problem?.input))}
${features.invoiceHistory && html`<h2>Invoices</h2>${invoiceTable(account, customer)}`}`;
  return stripePage("Billing portal", body, problem ? 402 : 200);
}

function subscriptionCard(
  visit: PortalContext,
  record: SubscriptionRecord,
  input: CardInput | undefined,
): Markup {
  const { account, session, features } = visit;
  const form = (contents: Markup, kind = "") =>
    html`<form method="post" action="/p/session/${session.id}" class="${kind}">
<input type="hidden" name="subscription" value="${record.id}">${contents}</form>`;
  const button = (action: string, text: string) =>
    form(html`<button name="action" value="${action}">${text}</button>`, "inline");
  const isUnpaid = ["incomplete", "past_due", "unpaid"].includes(record.status);
  const cancel = record.cancelAt === null && features.cancel.enabled && form(cancelFields("quiet"));
  const canSwitch = planOptions(visit, record).length > 0;
  const cardForm = html`${cardFields(input ?? BLANK_CARD)}
<button name="action" value="card">Update card</button>${testCardTable()}`;
  return html`<section class="card">
<p><strong>${describeItems(account, record.items)}</strong> <span class="tag">${record.status}</span></p>
<p class="price">${formatPrice(account, record.items)}</p>
<p>${describeNextEvent(account, record)}</p>
<p class="muted">${describeCard(account, record)}</p>
<p class="row">${record.cancelAt !== null && button("resume", "Don’t cancel")}
${isUnpaid && button("pay", "Pay open invoices")}</p>
${cancel}
${canSwitch && html`<details><summary>Switch plan</summary>${form(switchFields(visit, record))}</details>`}
${
  features.paymentMethodUpdate &&
  html`<details ${input ? "open" : ""}><summary>Update card</summary>${form(cardForm)}</details>`
}
</section>`;
}

function describeCard(account: Account, record: SubscriptionRecord): string {
  const id = getChargeableCard(account, record);
  const card = id === null ? undefined : account.store.paymentMethods.get(id);
  if (!card) return "No card on file";
  const month = String(card.expMonth).padStart(2, "0");
  return `Card ending in ${card.last4}, expires ${month}/${card.expYear}`;
}

function invoiceTable(account: Account, customer: CustomerRecord): Markup {
  const rows = [...account.store.invoices.values()]
    .filter((invoice) => invoice.customer === customer.id)
    .reverse()
    .map((invoice) => ({
      id: invoice.id,
      cells: [
        formatDate(invoice.created),
        html`<a href="/i/${invoice.id}">${invoice.number}</a>`,
        invoice.lines.map(({ description }) => description).join(", "),
        formatAmount(getAmountDue(invoice), invoice.currency),
        html`<span class="tag">${invoice.status}</span>`,
      ],
    }));
  return table(["Date", "Number", "For", "Amount", "Status"], rows, "No invoices yet.");
}
