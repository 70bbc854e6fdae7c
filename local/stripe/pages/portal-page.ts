/** The hosted billing portal, `/p/session/:id`. */
import type { Hono } from "hono";
import { escapeHtml } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import type { ServerEnv } from "../api/router.ts";
import { attachCard } from "../billing/customers.ts";
import { chargedCard } from "../billing/invoices.ts";
import { collect } from "../billing/renewals.ts";
import { cancellationAt, changeSubscription, isEnded } from "../billing/subscriptions.ts";
import type { CustomerRecord, PortalSessionRecord, SubscriptionRecord } from "../records.ts";
import {
  type CardInput,
  cardFieldsHtml,
  checkCard,
  readCardInput,
  TEST_CARDS_HTML,
  textField,
} from "./cards.ts";
import {
  describeNext,
  formatAmount,
  formatDate,
  formatPrice,
  messagePage,
  stripePage,
} from "./format.ts";

const BLANK_CARD: CardInput = { cardNumber: "", expiry: "", cvc: "", name: "" };

interface Visit {
  account: Account;
  session: PortalSessionRecord;
  customer: CustomerRecord;
}

export function registerPortalPage(app: Hono<ServerEnv>, account: Account): void {
  app.get("/p/session/:id", (context) => {
    const visit = openVisit(account, context.req.param("id"));
    return visit ? portalPage(visit) : expiredPage();
  });

  app.post("/p/session/:id", async (context) => {
    const form = await context.req.formData();
    const visit = openVisit(account, context.req.param("id"));
    return visit ? act(visit, form) : expiredPage();
  });
}

function openVisit(account: Account, id: string): Visit | null {
  const session = account.store.portalSessions.get(id);
  if (!session) return null;
  const customer = account.store.customer(session.customer);
  return customer.deleted ? null : { account, session, customer };
}

function expiredPage(): Response {
  return messagePage("This link has expired", "Go back and open the billing portal again.", 410);
}

function act(visit: Visit, form: FormData): Response {
  const { account, session, customer } = visit;
  const subscription = account.store.subscriptions.get(textField(form, "subscription"));
  if (!subscription || subscription.customer !== customer.id || isEnded(subscription)) {
    return portalPage(visit, { error: "This subscription has ended." });
  }
  switch (textField(form, "action")) {
    case "cancel":
      // In flexible billing mode the portal sets the date and leaves cancel_at_period_end false.
      changeSubscription(
        account,
        subscription,
        cancellationAt(account, subscription, subscription.periodEnd),
      );
      break;
    case "resume":
      changeSubscription(account, subscription, cancellationAt(account, subscription, null));
      break;
    case "switch": {
      const price = account.store.prices.get(textField(form, "price"));
      if (!price) return portalPage(visit, { error: "Choose a plan." });
      changeSubscription(account, subscription, { price: price.id });
      break;
    }
    case "card":
      return updateCard(visit, subscription, readCardInput(form));
    case "pay":
      payOpenInvoices(account, subscription);
      break;
    default:
      return portalPage(visit, { error: "Choose what to do." });
  }
  return seeOther(session);
}

function seeOther(session: PortalSessionRecord): Response {
  return new Response(null, { status: 303, headers: { location: `/p/session/${session.id}` } });
}

function updateCard(visit: Visit, subscription: SubscriptionRecord, input: CardInput): Response {
  const check = checkCard(input, visit.account.clock.now());
  if (check.outcome === "refused") return portalPage(visit, { error: check.message, input });
  const paymentMethod = attachCard(visit.account, visit.customer, check.card);
  changeSubscription(visit.account, subscription, { defaultPaymentMethod: paymentMethod.id });
  return seeOther(visit.session);
}

function payOpenInvoices(account: Account, subscription: SubscriptionRecord): void {
  for (const invoice of account.store.invoicesOf(subscription.id)) {
    if (invoice.status === "open" && !isEnded(subscription)) {
      collect(account, subscription, invoice);
    }
  }
}

function portalPage(visit: Visit, problem?: { error: string; input?: CardInput }): Response {
  const { account, session, customer } = visit;
  const subscriptions = account.store.subscriptionsOf(customer.id).reverse();
  const live = subscriptions.filter((record) => !isEnded(record));
  const body = `
${session.returnUrl === null ? "" : `<p><a href="${escapeHtml(session.returnUrl)}">Return</a></p>`}
<h1>Billing</h1>
<p class="muted">${escapeHtml(customer.email ?? customer.id)}</p>
${problem ? `<p role="alert">${escapeHtml(problem.error)}</p>` : ""}
<h2>Current subscription</h2>
${live.map((record) => subscriptionHtml(visit, record, problem?.input)).join("") || `<p class="card">No current plan.</p>`}
<h2>Invoices</h2>
${invoicesHtml(account, customer)}`;
  return stripePage("Billing portal", body, problem ? 402 : 200);
}

function subscriptionHtml(
  visit: Visit,
  record: SubscriptionRecord,
  input: CardInput | undefined,
): string {
  const { account, session } = visit;
  const price = account.store.price(record.price);
  const form = (contents: string, attributes = ""): string =>
    `<form method="post" action="/p/session/${session.id}" ${attributes}><input type="hidden" name="subscription" value="${record.id}">${contents}</form>`;
  const button = (action: string, text: string, kind = "quiet"): string =>
    form(
      `<button class="${kind}" name="action" value="${action}">${text}</button>`,
      'class="inline"',
    );
  return `<section class="card">
<p><strong>${escapeHtml(price.productName)}</strong> <span class="tag">${record.status}</span></p>
<p class="price">${formatPrice(price, record.quantity)}</p>
<p>${describeNext(account, record)}</p>
<p class="muted">${cardText(account, record)}</p>
<p class="row">${record.cancelAt === null ? button("cancel", "Cancel plan") : button("resume", "Don’t cancel", "")}
${record.status === "past_due" || record.status === "unpaid" ? button("pay", "Pay open invoices", "") : ""}</p>
<details><summary>Switch plan</summary>${form(`
<label>New plan<select name="price">${planOptions(account, record)}</select></label>
<button name="action" value="switch">Switch plan</button>`)}</details>
<details ${input ? "open" : ""}><summary>Update card</summary>${form(`
${cardFieldsHtml(input ?? BLANK_CARD)}
<button name="action" value="card">Update card</button>${TEST_CARDS_HTML}`)}</details>
</section>`;
}

function planOptions(account: Account, record: SubscriptionRecord): string {
  return [...account.store.prices.values()]
    .filter((price) => price.active && price.id !== record.price)
    .map(
      (price) =>
        `<option value="${escapeHtml(price.id)}">${escapeHtml(price.productName)}, ${formatPrice(price)}</option>`,
    )
    .join("");
}

function cardText(account: Account, record: SubscriptionRecord): string {
  const id = chargedCard(account, record);
  const card = id === null ? undefined : account.store.paymentMethods.get(id);
  if (!card) return "No card on file";
  const month = String(card.expMonth).padStart(2, "0");
  return `Card ending in ${escapeHtml(card.last4)}, expires ${month}/${card.expYear}`;
}

function invoicesHtml(account: Account, customer: CustomerRecord): string {
  const rows = [...account.store.invoices.values()]
    .filter((invoice) => invoice.customer === customer.id)
    .reverse()
    .map(
      (
        invoice,
      ) => `<tr><td>${formatDate(invoice.created)}</td><td>${escapeHtml(invoice.number)}</td>
<td>${escapeHtml(invoice.description)}</td><td>${formatAmount(invoice.amount, account.store.price(invoice.price).currency)}</td>
<td><span class="tag">${invoice.status}</span></td></tr>`,
    );
  if (rows.length === 0) return `<p class="card">No invoices yet.</p>`;
  return `<div class="card scroll"><table><tr><th>Date</th><th>Number</th><th>For</th><th>Amount</th><th>Status</th></tr>${rows.join("")}</table></div>`;
}
