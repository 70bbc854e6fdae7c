/** The dashboard, `/`: test controls and cards, linked records, and webhook deliveries. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Markup } from "local-kit";
import type { Account } from "../account.ts";
import { describeItems } from "../billing/items.ts";
import { DAY } from "../clock.ts";
import type { StripeControl } from "../control/control.ts";
import { getAmountDue } from "../objects/invoices.ts";
import { getAmountRefunded } from "../objects/payments.ts";
import type { EventRecord } from "../records.ts";
import type { ServerEnv } from "../requests/router.ts";
import { formatAmount, formatDate } from "../text.ts";
import type { DeliveryAttempt } from "../webhook-sender.ts";
import { TEST_CARDS_HELP, textField } from "./cards.ts";
import { describeNextEvent, formatPrice, stripePage, table } from "./format.ts";

/** How many invoices and events the page shows. */
const ROWS_SHOWN = 25;

const ACTIONS = [
  { name: "advance-day", text: "1 day", run: (control) => control.advance(DAY) },
  { name: "advance-trial", text: "14 days", run: (control) => control.advance(14 * DAY) },
  { name: "advance-month", text: "1 month", run: (control) => control.advance(31 * DAY) },
  { name: "decline-on", text: "Decline all renewals", run: (c) => c.declineCharges(true) },
  { name: "hold", text: "Hold webhooks", run: (c) => c.setDelivery({ hold: true }) },
  {
    name: "release",
    text: "Send held webhooks",
    run: (control) => {
      control.setDelivery({ hold: false });
      void control.flush();
    },
  },
  { name: "double", text: "Send webhooks twice", run: (c) => c.setDelivery({ duplicates: 2 }) },
  { name: "down", text: "Be unreachable", run: (control) => control.setDown(true) },
  { name: "reset", text: "Back to normal", run: (control) => control.reset() },
] as const satisfies readonly {
  name: string;
  text: string;
  run: (control: StripeControl) => unknown;
}[];

export function registerOverviewPage(
  app: Hono<ServerEnv>,
  account: Account,
  control: StripeControl,
): void {
  app.get("/", () => overviewPage(account, control));

  app.post("/", async (context) => {
    const form = await context.req.formData();
    const event = textField(form, "resend");
    if (account.store.events.has(event)) void control.resend(event);
    ACTIONS.find(({ name }) => name === textField(form, "action"))?.run(control);
    return new Response(null, { status: 303, headers: { location: "/" } });
  });
}

function overviewPage(account: Account, control: StripeControl): Response {
  const body = html`<h1>Local Stripe</h1>
${controls(account, control)}
<h2>Test cards</h2><div class="card">${TEST_CARDS_HELP}</div>
<h2>Subscriptions</h2>${subscriptions(account)}
<h2>Customers</h2>${customers(account)}
<h2>Invoices</h2>${invoices(account)}
<h2>One-time payments</h2>${payments(account)}
<h2>Webhook endpoints</h2>${webhookEndpoints(account)}
<h2>Events</h2>${latestEvents(control)}`;
  return stripePage("Local Stripe", body);
}

function controls(account: Account, control: StripeControl): Markup {
  const { down, delivery, queued } = control.status();
  const buttons = (from: number, to?: number) =>
    ACTIONS.slice(from, to).map(
      ({ name, text }) =>
        html`<button class="quiet" name="action" value="${name}">${text}</button> `,
    );
  const states = [
    ...(down ? ["unreachable"] : []),
    ...(delivery.hold ? [`holding ${queued} webhooks`] : []),
    ...(delivery.duplicates > 1 ? [`every webhook ${delivery.duplicates} times`] : []),
    ...(account.settings.declineAlways.size > 0 ? ["declining renewals"] : []),
  ];
  const time = new Date(account.clock.now() * 1000).toISOString();
  return html`<form class="card" method="post" action="/">
<p>Simulated time: <time datetime="${time}">${time.slice(0, 16).replace("T", " ")} UTC</time>.
Now: ${states.join(", ") || "normal"}.</p>
<p class="row">Move the clock forward: ${buttons(0, 3)}</p>
<p class="row">Simulate: ${buttons(3)}</p></form>`;
}

function subscriptions(account: Account): Markup {
  const rows = newest(account.store.subscriptions).map((record) => ({
    id: record.id,
    cells: [
      html`<code>${record.id}</code>`,
      customerLink(account, record.customer),
      `${describeItems(account, record.items)}, ${formatPrice(account, record.items)}`,
      html`<span class="tag">${record.status}</span>`,
      describeNextEvent(account, record),
      record.latestInvoice && invoiceLink(account, record.latestInvoice),
    ],
  }));
  const headings = ["Subscription", "Customer", "Plan", "Status", "Next", "Latest invoice"];
  return table(headings, rows, "No subscriptions yet.");
}

function customers({ store }: Account): Markup {
  const rows = newest(store.customers).map((record) => ({
    id: record.id,
    cells: [
      html`<code>${record.id}</code>${record.deleted && html` <span class="tag">deleted</span>`}`,
      record.email,
      record.name,
      store.getCustomerSubscriptions(record.id).map(({ id }) => rowLink(id)),
      Object.entries(record.metadata).map(
        ([name, value]) => html`<div><code>${name}=${value}</code></div>`,
      ),
    ],
  }));
  const headings = ["Customer", "Email", "Name", "Subscriptions", "Metadata"];
  return table(headings, rows, "No customers yet.");
}

function invoices(account: Account): Markup {
  const rows = newest(account.store.invoices)
    .slice(0, ROWS_SHOWN)
    .map((record) => ({
      id: record.id,
      cells: [
        invoiceLink(account, record.id),
        formatDate(record.created),
        customerLink(account, record.customer),
        rowLink(record.subscription),
        formatAmount(getAmountDue(record), record.currency),
        html`<span class="tag">${record.status}</span>`,
      ],
    }));
  const headings = ["Invoice", "Date", "Customer", "Subscription", "Amount", "Status"];
  return table(headings, rows, "No invoices yet.");
}

function payments({ store }: Account): Markup {
  const rows = newest(store.payments).map((record) => ({
    id: record.id,
    cells: [
      html`<code>${record.id}</code>`,
      record.email,
      formatAmount(record.amount, record.currency),
      formatAmount(getAmountRefunded(store, record.id), record.currency),
    ],
  }));
  return table(["Payment", "Email", "Amount", "Refunded"], rows, "No one-time payments yet.");
}

function webhookEndpoints({ store }: Account): Markup {
  const rows = Array.from(store.webhookEndpoints.values(), (record) => ({
    id: record.id,
    cells: [html`<code>${record.id}</code>`, record.url, record.enabledEvents.join(", ")],
  }));
  return table(["Endpoint", "URL", "Events"], rows, "No endpoints.");
}

function newest<R>(records: ReadonlyMap<string, R>): R[] {
  return [...records.values()].reverse();
}

/** Links to the row of a record on this page. */
function rowLink(id: string, text: Markup | string = html`<code>${id}</code>`): Markup {
  return html`<div><a href="#${id}">${text}</a></div>`;
}

function customerLink({ store }: Account, id: string): Markup {
  return rowLink(id, store.getCustomer(id).email ?? id);
}

function invoiceLink({ store }: Account, id: string): Markup {
  return html`<a href="/i/${id}">${store.invoices.get(id)?.number ?? id}</a>`;
}

function latestEvents(control: StripeControl): Markup {
  const attemptsAt = (event: EventRecord): Markup[] =>
    control
      .deliveries()
      .filter((attempt) => attempt.event === event.id)
      .map(attemptLine);
  const rows = control
    .events()
    .slice(-ROWS_SHOWN)
    .reverse()
    .map((event) => ({
      id: event.id,
      cells: [
        html`<code>${event.type}</code><br><code class="muted">${event.id}</code>`,
        attemptsAt(event),
        resendButton(event),
      ],
    }));
  return table(["Event", "Attempts", ""], rows, "No events yet.");
}

function attemptLine({ attempt, status, error }: DeliveryAttempt): Markup {
  const good = status !== null && status >= 200 && status < 300;
  return html`<span class="${good ? "good" : "bad"}">${attempt}: ${status ?? error}</span> `;
}

function resendButton(event: EventRecord): Markup {
  return html`<form method="post" action="/" class="inline"><button class="quiet" name="resend" value="${event.id}">Resend</button></form>`;
}
