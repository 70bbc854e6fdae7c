/** The dashboard, `/`: subscriptions, customers, webhook deliveries, and test controls. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Markup } from "local-kit";
import type { Account } from "../account.ts";
import type { ServerEnv } from "../api/router.ts";
import { describeItems } from "../billing/items.ts";
import { DAY } from "../clock.ts";
import type { StripeControl } from "../control.ts";
import type { EventRecord } from "../records.ts";
import type { DeliveryAttempt } from "../webhook-sender.ts";
import { textField } from "./cards.ts";
import { describeNextEvent, formatPrice, stripePage } from "./format.ts";

const EVENTS_SHOWN = 25;

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
  const { store } = account;
  const body = html`<h1>Local Stripe</h1>
${controls(account, control)}
<h2>Subscriptions</h2>${subscriptions(account)}
<h2>Customers</h2>${table(
    ["Customer", "Email", "Name", "Metadata"],
    [...store.customers.values()]
      .reverse()
      .map((record) => [
        html`<code>${record.id}</code>${record.deleted && html` <span class="tag">deleted</span>`}`,
        record.email,
        record.name,
        describeMetadata(record.metadata),
      ]),
    "No customers yet.",
  )}
<h2>Latest events</h2>${latestEvents(control)}
<h2>Webhook endpoints</h2>${table(
    ["Endpoint", "URL", "Events", "Status"],
    [...store.webhookEndpoints.values()].map((record) => [
      html`<code>${record.id}</code>`,
      record.url,
      record.enabledEvents.join(", "),
      record.enabled ? "enabled" : "disabled",
    ]),
    "No endpoints.",
  )}`;
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
  const rows = [...account.store.subscriptions.values()].reverse().map((record) => {
    const customer = account.store.getCustomer(record.customer);
    return [
      html`<code>${record.id}</code>`,
      customer.email ?? customer.id,
      `${describeItems(account, record.items)}, ${formatPrice(account, record.items)}`,
      html`<span class="tag">${record.status}</span>`,
      describeNextEvent(account, record),
    ];
  });
  return table(
    ["Subscription", "Customer", "Plan", "Status", "Next"],
    rows,
    "No subscriptions yet.",
  );
}

function latestEvents(control: StripeControl): Markup {
  const attemptsAt = (event: EventRecord): Markup[] =>
    control
      .deliveries()
      .filter((attempt) => attempt.event === event.id)
      .map(attemptLine);
  const rows = control
    .events()
    .slice(-EVENTS_SHOWN)
    .reverse()
    .map((event) => [
      html`<code>${event.type}</code><br><code class="muted">${event.id}</code>`,
      attemptsAt(event),
      resendButton(event),
    ]);
  return table(["Event", "Attempts", ""], rows, "No events yet.");
}

function attemptLine({ attempt, status, error }: DeliveryAttempt): Markup {
  const good = status !== null && status >= 200 && status < 300;
  return html`<div class="${good ? "good" : "bad"}">${attempt}: ${status ?? error}</div>`;
}

function resendButton(event: EventRecord): Markup {
  return html`<form method="post" action="/" class="inline"><button class="quiet" name="resend" value="${event.id}">Resend</button></form>`;
}

function describeMetadata(metadata: Record<string, string>): Markup[] {
  return Object.entries(metadata).map(
    ([name, value]) => html`<div><code>${name}=${value}</code></div>`,
  );
}

type Cell = Markup | Markup[] | string | null;

function table(headings: string[], rows: Cell[][], empty: string): Markup {
  if (rows.length === 0) return html`<p class="card muted">${empty}</p>`;
  const head = headings.map((heading) => html`<th>${heading}</th>`);
  const lines = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`);
  return html`<div class="card scroll"><table><tr>${head}</tr>${lines}</table></div>`;
}
