/** The hosted billing portal, `/p/session/:id`. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Markup } from "local-kit";
import type { Account } from "../account.ts";
import type { ServerEnv } from "../api/router.ts";
import { attachCard } from "../billing/customers.ts";
import { getChargeableCard } from "../billing/invoices.ts";
import { describeItems, getCost } from "../billing/items.ts";
import { cancelPlan, switchPlan, undoCancellation } from "../billing/portal.ts";
import { collectPayment } from "../billing/renewals.ts";
import { isEnded, updateSubscription } from "../billing/subscriptions.ts";
import { getAmountDue } from "../objects/invoices.ts";
import {
  CANCELLATION_FEEDBACK,
  type CustomerRecord,
  type PortalFeatures,
  type PortalSessionRecord,
  type SubscriptionRecord,
} from "../records.ts";
import { formatAmount, formatDate } from "../text.ts";
import {
  type CardInput,
  cardFields,
  checkCard,
  readCardInput,
  TEST_CARD_TABLE,
  textField,
} from "./cards.ts";
import { describeNextEvent, formatPrice, messagePage, stripePage } from "./format.ts";

const BLANK_CARD: CardInput = { cardNumber: "", expiry: "", cvc: "", name: "" };

interface PortalContext {
  account: Account;
  session: PortalSessionRecord;
  customer: CustomerRecord;
  /** The features of the session's configuration. */
  features: PortalFeatures;
}

export function registerPortalPage(app: Hono<ServerEnv>, account: Account): void {
  app.get("/p/session/:id", (context) => {
    const visit = findPortalContext(account, context.req.param("id"));
    return visit ? portalPage(visit) : expiredPage();
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

function handleAction(visit: PortalContext, form: FormData): Response {
  const { account, session, customer } = visit;
  const subscription = account.store.subscriptions.get(textField(form, "subscription"));
  if (!subscription || subscription.customer !== customer.id || isEnded(subscription)) {
    return portalPage(visit, { error: "This subscription has ended." });
  }
  const problem = performAction(visit, subscription, form);
  return problem ? portalPage(visit, problem) : redirectToPortal(session);
}

interface ActionError {
  error: string;
  input?: CardInput;
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
      const feedback = CANCELLATION_FEEDBACK.find((known) => known === textField(form, "feedback"));
      const reason = { feedback: feedback ?? null, comment: textField(form, "comment") || null };
      cancelPlan(account, subscription, features.cancel, features.cancel.reasons ? reason : {});
      return undefined;
    }
    case "resume":
      undoCancellation(account, subscription);
      return undefined;
    case "switch": {
      const price = textField(form, "price");
      if (!getAvailablePrices(visit, subscription).includes(price))
        return { error: "Choose a plan." };
      switchPlan(account, subscription, price, features.update);
      return undefined;
    }
    case "card":
      return updateCard(visit, subscription, readCardInput(form));
    case "pay":
      payOpenInvoices(account, subscription);
      return undefined;
    default:
      return { error: "Choose an action." };
  }
}

function redirectToPortal(session: PortalSessionRecord): Response {
  return new Response(null, { status: 303, headers: { location: `/p/session/${session.id}` } });
}

function updateCard(
  { account, customer, features }: PortalContext,
  subscription: SubscriptionRecord,
  input: CardInput,
): ActionError | undefined {
  if (!features.paymentMethodUpdate) return { error: "The card cannot be changed here." };
  const check = checkCard(input, account.clock.now());
  if (check.outcome === "rejected") return { error: check.message, input };
  const paymentMethod = attachCard(account, customer, check.card);
  updateSubscription(account, subscription, { defaultPaymentMethod: paymentMethod.id });
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
  const cancel = record.cancelAt === null && cancelForm(features, form);
  const options = planOptions(visit, record);
  const switchFields = html`<label>New plan<select name="price">${options}</select></label>
<p class="small muted">${describeSwitch(features)}</p>
<button name="action" value="switch">Switch plan</button>`;
  const cardForm = html`${cardFields(input ?? BLANK_CARD)}
<button name="action" value="card">Update card</button>${TEST_CARD_TABLE}`;
  return html`<section class="card">
<p><strong>${describeItems(account, record.items)}</strong> <span class="tag">${record.status}</span></p>
<p class="price">${formatPrice(account, record.items)}</p>
<p>${describeNextEvent(account, record)}</p>
<p class="muted">${describeCard(account, record)}</p>
<p class="row">${record.cancelAt !== null && button("resume", "Don’t cancel")}
${isUnpaid && button("pay", "Pay open invoices")}</p>
${cancel}
${options.length > 0 && html`<details><summary>Switch plan</summary>${form(switchFields)}</details>`}
${
  features.paymentMethodUpdate &&
  html`<details ${input ? "open" : ""}><summary>Update card</summary>${form(cardForm)}</details>`
}
</section>`;
}

/** The cancel button, with the reason fields when they are enabled. */
function cancelForm({ cancel }: PortalFeatures, form: (contents: Markup) => Markup): Markup | null {
  if (!cancel.enabled) return null;
  const options = cancel.reasons?.map(
    (reason) => html`<option value="${reason}">${reason.replaceAll("_", " ")}</option>`,
  );
  const reasons =
    options &&
    html`<label>Why are you canceling?<select name="feedback"><option value=""></option>${options}</select></label>
<label>Anything else?<input name="comment"></label>`;
  return form(
    html`${reasons}<button class="quiet" name="action" value="cancel">Cancel plan</button>`,
  );
}

/** Describes how a plan switch is billed. */
function describeSwitch({ update }: PortalFeatures): string {
  const now = {
    always_invoice: "The difference for the rest of the period is charged today.",
    create_prorations: "The difference for the rest of the period is added to the next invoice.",
    none: "The new price applies from the next period.",
  }[update.proration];
  const later = update.atPeriodEnd.includes("decreasing_item_amount")
    ? " A downgrade takes effect in the next period."
    : "";
  const trial = update.trial === "end_trial" ? " A trial ends and the plan is charged." : "";
  return `${now}${later}${trial}`;
}

/** Prices to switch to. Stripe's portal cannot switch subscriptions with several items. */
function getAvailablePrices(
  { account, features }: PortalContext,
  record: SubscriptionRecord,
): string[] {
  const { enabled, allowed, products } = features.update;
  if (!enabled || !allowed.includes("price") || record.items.length > 1) return [];
  return products
    .flatMap(({ prices }) => prices)
    .filter(
      (id) =>
        account.store.prices.get(id)?.active && record.items.every(({ price }) => price !== id),
    );
}

function planOptions(visit: PortalContext, record: SubscriptionRecord): Markup[] {
  const { account } = visit;
  return getAvailablePrices(visit, record)
    .map((price) => ({ price, line: [{ price, quantity: 1 }] }))
    .sort((a, b) => getCost(account, a.line) - getCost(account, b.line))
    .map(
      ({ price, line }) =>
        html`<option value="${price}">${describeItems(account, line)}, ${formatPrice(account, line)}</option>`,
    );
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
    .map(
      (
        invoice,
      ) => html`<tr><td>${formatDate(invoice.created)}</td><td><a href="/i/${invoice.id}">${invoice.number}</a></td>
<td>${invoice.lines.map(({ description }) => description).join(", ")}</td><td>${formatAmount(getAmountDue(invoice), invoice.currency)}</td>
<td><span class="tag">${invoice.status}</span></td></tr>`,
    );
  if (rows.length === 0) return html`<p class="card">No invoices yet.</p>`;
  return html`<div class="card scroll"><table><tr><th>Date</th><th>Number</th><th>For</th><th>Amount</th><th>Status</th></tr>${rows}</table></div>`;
}
