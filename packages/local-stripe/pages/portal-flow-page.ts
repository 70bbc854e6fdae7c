/** The pages of a portal flow (deep link): one action, without the rest of the portal. */
import { html } from "hono/html";
import type { Markup } from "local-kit";
import type { Account } from "../account.ts";
import { describeItems, getCost, getCurrency } from "../billing/items.ts";
import { getAvailablePrices, quoteSwitch } from "../billing/portal.ts";
import type {
  CustomerRecord,
  OrderLine,
  PortalFeatures,
  PortalFlowRecord,
  PortalSessionRecord,
  SubscriptionRecord,
} from "../records.ts";
import { formatAmount, formatDate } from "../text.ts";
import { type CardInput, cardFields, testCardTable } from "./cards.ts";
import { formatPrice, stripePage } from "./format.ts";

export const BLANK_CARD: CardInput = { cardNumber: "", expiry: "", cvc: "", name: "" };

export interface PortalContext {
  account: Account;
  session: PortalSessionRecord;
  customer: CustomerRecord;
  /** The features of the session's configuration. */
  features: PortalFeatures;
}

/** Why an action is not possible. */
export interface ActionError {
  error: string;
  input?: CardInput;
}

export function flowPage(
  visit: PortalContext,
  flow: PortalFlowRecord,
  problem: ActionError | undefined,
): Response {
  const { session, account } = visit;
  const subscription = account.store.subscriptions.get(flow.subscription ?? "");
  const { title, fields } =
    flow.type === "payment_method_update" || !subscription
      ? updateCardStep(problem?.input)
      : subscriptionStep(visit, flow, subscription);
  const body = html`${returnLink(session)}<h1>${title}</h1>
${problem && html`<p role="alert">${problem.error}</p>`}
<form class="card" method="post" action="/p/session/${session.id}">
${subscription && html`<input type="hidden" name="subscription" value="${subscription.id}">`}${fields}</form>`;
  return stripePage(title, body, problem ? 402 : 200);
}

interface Step {
  title: string;
  fields: Markup;
}

function updateCardStep(input: CardInput = BLANK_CARD): Step {
  return {
    title: "Update your payment method",
    fields: html`${cardFields(input)}
<button name="action" value="card">Update card</button>${testCardTable()}`,
  };
}

function subscriptionStep(
  visit: PortalContext,
  { type, item }: PortalFlowRecord,
  record: SubscriptionRecord,
): Step {
  const { account, features } = visit;
  if (type === "subscription_cancel") {
    return {
      title: "Cancel your plan",
      fields: html`${planLines(account, record.items)}
<p>The plan ends on ${formatDate(record.periodEnd)}. It can be used until then.</p>${cancelFields()}`,
    };
  }
  if (!item) return { title: "Update your plan", fields: switchFields(visit, record) };
  const lines = record.items.map(({ quantity }) => ({ price: item.price, quantity }));
  const dueToday = formatAmount(
    quoteSwitch(account, record, item.price, features.update),
    getCurrency(account, lines),
  );
  return {
    title: "Confirm your updates",
    fields: html`<p>Current plan: ${describeItems(account, record.items)}, ${formatPrice(account, record.items)}</p>
${planLines(account, lines)}
<p>From ${formatDate(record.periodEnd)}: ${formatPrice(account, lines)}</p>
<p><strong>Amount due today: ${dueToday}</strong></p>
<input type="hidden" name="price" value="${item.price}"><button name="action" value="switch">Confirm</button>`,
  };
}

function planLines(account: Account, lines: readonly OrderLine[]): Markup {
  return html`<p><strong>${describeItems(account, lines)}</strong></p>
<p class="price">${formatPrice(account, lines)}</p>`;
}

function returnLink({ returnUrl }: PortalSessionRecord): Markup | null {
  return returnUrl === null ? null : html`<p><a href="${returnUrl}">Return</a></p>`;
}

/** The cancel button. */
export function cancelFields(buttonClass = ""): Markup {
  return html`<button class="${buttonClass}" name="action" value="cancel">Cancel plan</button>`;
}

/** A choice of plans, how the switch is billed, and the button. */
export function switchFields(visit: PortalContext, record: SubscriptionRecord): Markup {
  return html`<label>New plan<select name="price">${planOptions(visit, record)}</select></label>
<p class="small muted">${describeSwitch(visit.features)}</p>
<button name="action" value="switch">Switch plan</button>`;
}

export function planOptions(
  { account, features }: PortalContext,
  record: SubscriptionRecord,
): Markup[] {
  return getAvailablePrices(account, record, features.update)
    .map((price) => ({ price, line: [{ price, quantity: 1 }] }))
    .sort((a, b) => getCost(account, a.line) - getCost(account, b.line))
    .map(
      ({ price, line }) =>
        html`<option value="${price}">${describeItems(account, line)}, ${formatPrice(account, line)}</option>`,
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
