/** The hosted Checkout page, `/c/pay/:id`. */
import type { Hono } from "hono";
import { html } from "hono/html";
import type { Markup } from "local-kit";
import type { Account } from "../account.ts";
import { completeCheckout } from "../billing/checkout.ts";
import { describeItems, getCost, getCurrency, getInterval } from "../billing/items.ts";
import { describeCoupon, findActiveCode, getAmountOff } from "../billing/promotions.ts";
import { DAY } from "../clock.ts";
import { getDueToday, startsWithTrial } from "../objects/checkout-sessions.ts";
import type { CheckoutSessionRecord } from "../records.ts";
import type { ServerEnv } from "../requests/router.ts";
import { formatAmount, formatDate } from "../text.ts";
import {
  type CardInput,
  cardFields,
  checkCard,
  hiddenFields,
  readCardInput,
  testCardTable,
  textField,
} from "./cards.ts";
import { formatPrice, messagePage, stripePage } from "./format.ts";

const AUTHENTICATION_FAILED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

type Input = CardInput & { email: string };

export function registerCheckoutPage(app: Hono<ServerEnv>, account: Account): void {
  app.get("/c/pay/:id", (context) => {
    const session = findSession(account, context.req.param("id"));
    if (!isPayable(account, session)) return closedPage(session);
    return checkoutPage(account, session, blankInput(account, session), null);
  });

  app.post("/c/pay/:id/promotion", async (context) => {
    const session = findSession(account, context.req.param("id"));
    if (!isPayable(account, session)) return closedPage(session);
    const code = textField(await context.req.formData(), "code").trim();
    if (session.allowsPromotionCodes && !applyCode(account, session, code)) {
      const input = blankInput(account, session);
      return checkoutPage(account, session, input, "This code is invalid.");
    }
    return context.redirect(`/c/pay/${session.id}`, 303);
  });

  app.post("/c/pay/:id", async (context) => {
    const form = await context.req.formData();
    const session = findSession(account, context.req.param("id"));
    if (!isPayable(account, session)) return closedPage(session);
    const input: Input = {
      ...readCardInput(form),
      email: knownEmail(account, session) ?? textField(form, "email").trim(),
    };
    return submitPayment(account, session, input, textField(form, "authentication"));
  });
}

type FoundSession = CheckoutSessionRecord | undefined;

function findSession(account: Account, id: string): FoundSession {
  return account.store.checkoutSessions.get(id);
}

/** True for an open session whose customer is not deleted. */
function isPayable(account: Account, session: FoundSession): session is CheckoutSessionRecord {
  if (session?.status !== "open") return false;
  return session.customer === null || !account.store.getCustomer(session.customer).deleted;
}

/** An empty code removes the one before. False for an unknown or inactive one. */
function applyCode({ store }: Account, session: CheckoutSessionRecord, code: string): boolean {
  const found = findActiveCode(store, code);
  if (!found && code !== "") return false;
  session.promotion = found ? { coupon: found.coupon, promotionCode: found.id } : null;
  return true;
}

/** Processes the form. `authentication` is the 3-D Secure result, or empty. */
function submitPayment(
  account: Account,
  session: CheckoutSessionRecord,
  input: Input,
  authentication: string,
): Response {
  const showError = (message: string) => checkoutPage(account, session, input, message);
  if (!input.email.includes("@")) return showError("Your email is incomplete.");
  const check = checkCard(input, account.clock.now());
  if (check.outcome === "rejected") return showError(check.message);
  if (check.outcome === "authenticate" && authentication !== "complete") {
    return authentication === "fail"
      ? showError(AUTHENTICATION_FAILED)
      : authenticationPage(session, input);
  }
  completeCheckout(account, session, input.email, check.card);
  return redirectToSuccess(session);
}

function redirectToSuccess(session: CheckoutSessionRecord): Response {
  const location = session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
  return new Response(null, { status: 303, headers: { location } });
}

function knownEmail(account: Account, session: CheckoutSessionRecord): string | null {
  if (session.customer === null) return session.customerEmail;
  return account.store.getCustomer(session.customer).email;
}

function blankInput(account: Account, session: CheckoutSessionRecord): Input {
  const customer = session.customer === null ? null : account.store.getCustomer(session.customer);
  return { cardNumber: "", expiry: "", cvc: "", name: customer?.name ?? "", email: "" };
}

function checkoutPage(
  account: Account,
  session: CheckoutSessionRecord,
  input: Input,
  error: string | null,
): Response {
  const label = getLabel(session);
  const body = html`<div class="columns" style="grid-template-rows:auto 1fr">
<section aria-labelledby="order">${backLink(account, session)}${orderSummary(account, session)}</section>
<form class="card" id="pay" method="post" action="/c/pay/${session.id}" style="grid-row:span 2">
${error !== null && html`<p role="alert">${error}</p>`}
${emailField(knownEmail(account, session), input.email)}
${cardFields(input)}
<p style="margin:1.5rem 0 1.25rem"><button class="wide">${label}</button></p>
${chargeNotice(account, session)}
</form>
<div style="grid-column:1">${testCardTable("pay")}</div></div>`;
  const title = `${label}: ${describeItems(account, session.lines)}`;
  return stripePage(title, body, error === null ? 200 : 402);
}

function getLabel(session: CheckoutSessionRecord): string {
  if (session.mode === "payment") return "Pay";
  return startsWithTrial(session) ? "Start trial" : "Subscribe";
}

function orderSummary(account: Account, session: CheckoutSessionRecord): Markup {
  const { lines } = session;
  const heading = { Pay: "Pay for", Subscribe: "Subscribe to" }[getLabel(session)] ?? "Try";
  const { discount, total } = getDueToday(account, session);
  const currency = getCurrency(account, lines);
  const rows = lines.map(
    (line) => html`<tr><td>${describeItems(account, [line])}</td>
<td class="amount">${session.trialDays === null ? formatPrice(account, [line]) : `${session.trialDays} days free`}</td></tr>`,
  );
  return html`<h1 id="order" class="muted" style="font-size:1.1rem;margin:1.5rem 0 0">${heading} ${describeItems(account, lines)}</h1>
${priceSummary(account, session)}
<table>${rows}
${promotionRow(account, session, discount === 0 ? "" : formatAmount(-discount, currency))}
<tr><td><strong>Total due today</strong></td><td class="amount"><strong>${formatAmount(total, currency)}</strong></td></tr>
${trialEndRow(account, session)}</table>
${session.allowsPromotionCodes && promotionForm(account, session)}`;
}

/** The first charge after a trial. */
function trialEndRow(account: Account, session: CheckoutSessionRecord) {
  if (session.trialDays === null) return null;
  const cost = getCost(account, session.lines);
  const due = cost - getAmountOff(account.store, session.promotion, cost);
  return html`<tr class="muted"><td>Due ${formatTrialEnd(account, session.trialDays)}</td>
<td class="amount">${formatAmount(due, getCurrency(account, session.lines))}</td></tr>`;
}

function formatTrialEnd({ clock }: Account, trialDays: number): string {
  return formatDate(clock.now() + trialDays * DAY);
}

/** The code and its terms, with what it takes off today. */
function promotionRow({ store }: Account, session: CheckoutSessionRecord, off: string) {
  const { promotion } = session;
  if (!promotion) return null;
  const coupon = store.getCoupon(promotion.coupon);
  const code = store.promotionCodes.get(promotion.promotionCode ?? "")?.code ?? coupon.id;
  return html`<tr><td>${code} (${describeCoupon(coupon)})</td><td class="amount">${off}</td></tr>`;
}

function promotionForm({ store }: Account, session: CheckoutSessionRecord): Markup {
  const codes = [...store.promotionCodes.values()].filter(({ active }) => active);
  const known = codes.map(({ code }) => code).join(", ") || "none; create one with the API";
  return html`<form method="post" action="/c/pay/${session.id}/promotion">
<label>Promotion code<input name="code" autocomplete="off"></label>
<p class="row"><button class="quiet">${session.promotion ? "Replace code" : "Apply code"}</button></p>
<p class="muted">Codes of this account: ${known}.</p></form>`;
}

function backLink(account: Account, { cancelUrl }: CheckoutSessionRecord): Markup {
  const name = account.businessName;
  return cancelUrl === null
    ? html`<p>${name}</p>`
    : html`<a href="${cancelUrl}">Back to ${name}</a>`;
}

function priceSummary(account: Account, session: CheckoutSessionRecord): Markup {
  const amount = formatPrice(account, session.lines);
  if (session.trialDays === null) return html`<p class="price">${amount}</p>`;
  const start = formatTrialEnd(account, session.trialDays);
  return html`<p class="price">$0.00 today</p><p>Then ${amount}, starting ${start.replaceAll(" ", "\u00a0")}</p>`;
}

/** What the button agrees to. */
function chargeNotice(account: Account, session: CheckoutSessionRecord): Markup | null {
  if (session.mode === "payment") return null;
  const interval = getInterval(account, session.lines);
  const first =
    session.trialDays === null ? "today" : `on ${formatTrialEnd(account, session.trialDays)}`;
  return html`<p class="muted small" style="text-align:center;text-wrap:balance">Your card is charged ${first} and every ${interval} after that, until you cancel.</p>`;
}

function emailField(known: string | null, typed: string): Markup {
  if (known !== null)
    return html`<p class="field" style="margin-top:0"><strong>Email</strong><br>${known}</p>`;
  return html`<label>Email<input name="email" type="email" autocomplete="email" required value="${typed}"></label>`;
}

function authenticationPage(session: CheckoutSessionRecord, input: Input): Response {
  return stripePage(
    "3-D Secure",
    html`<form class="card" method="post" action="/c/pay/${session.id}" style="max-width:28rem;margin:0 auto">
<h1>3-D Secure</h1>
<p>Your bank needs to verify your identity. This page simulates your bank.</p>
${hiddenFields({ ...input })}
<p class="row"><button name="authentication" value="complete">Complete</button>
<button class="quiet" name="authentication" value="fail">Fail</button></p></form>`,
  );
}

function closedPage(session: FoundSession): Response {
  if (!session) {
    return messagePage("Page not found", "This Checkout session does not exist.", 404);
  }
  const link = session.cancelUrl === null ? undefined : { url: session.cancelUrl, text: "Back" };
  return session.status === "complete"
    ? messagePage("You’re all done here", "This Checkout session has already been paid.", 410, link)
    : messagePage(
        "This page has expired",
        "Checkout sessions expire after a while. Go back and start again.",
        410,
        link,
      );
}
