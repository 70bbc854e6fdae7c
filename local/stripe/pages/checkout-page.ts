/** The hosted Checkout page, `/c/pay/:id`. */
import type { Hono } from "hono";
import { escapeHtml } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import type { ServerEnv } from "../api/router.ts";
import { completeCheckout } from "../billing/checkout.ts";
import { DAY } from "../clock.ts";
import { startsWithTrial } from "../objects/checkout-sessions.ts";
import type { CheckoutSessionRecord } from "../records.ts";
import {
  type CardInput,
  cardFieldsHtml,
  checkCard,
  hiddenCardFieldsHtml,
  readCardInput,
  TEST_CARDS_HTML,
  textField,
} from "./cards.ts";
import { formatAmount, formatPrice, messagePage, stripePage } from "./format.ts";

const AUTHENTICATION_FAILED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

type Input = CardInput & { email: string };

export function registerCheckoutPage(app: Hono<ServerEnv>, account: Account): void {
  app.get("/c/pay/:id", (context) => {
    const session = findSession(account, context.req.param("id"));
    if (!isPayable(account, session)) return closedPage(session);
    return checkoutPage(account, session, blankInput(account, session), null);
  });

  app.post("/c/pay/:id", async (context) => {
    const form = await context.req.formData();
    const session = findSession(account, context.req.param("id"));
    if (!isPayable(account, session)) return closedPage(session);
    const input: Input = {
      ...readCardInput(form),
      email: knownEmail(account, session) ?? textField(form, "email").trim(),
    };
    return pay(account, session, input, textField(form, "authentication"));
  });
}

type FoundSession = CheckoutSessionRecord | undefined;

function findSession(account: Account, id: string): FoundSession {
  return account.store.checkoutSessions.get(id);
}

/** Open, and for a customer who still exists. */
function isPayable(account: Account, session: FoundSession): session is CheckoutSessionRecord {
  if (session?.status !== "open") return false;
  return session.customer === null || !account.store.customer(session.customer).deleted;
}

/** Takes the payment. `authentication` is the answer to a 3-D Secure question, or empty. */
function pay(
  account: Account,
  session: CheckoutSessionRecord,
  input: Input,
  authentication: string,
): Response {
  const refuse = (message: string) => checkoutPage(account, session, input, message);
  if (!input.email.includes("@")) return refuse("Your email is incomplete.");
  if (!needsCard(session)) {
    completeCheckout(account, session, { email: input.email, name: null }, null);
    return toSuccess(session);
  }
  const check = checkCard(input, account.clock.now());
  if (check.outcome === "refused") return refuse(check.message);
  if (check.outcome === "authenticate" && authentication !== "complete") {
    return authentication === "fail"
      ? refuse(AUTHENTICATION_FAILED)
      : authenticationPage(session, input);
  }
  completeCheckout(account, session, { email: input.email, name: check.card.name }, check.card);
  return toSuccess(session);
}

function toSuccess(session: CheckoutSessionRecord): Response {
  const location = session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
  return new Response(null, { status: 303, headers: { location } });
}

/** A trial may ask for no card (Stripe: payment_method_collection). */
function needsCard(session: CheckoutSessionRecord): boolean {
  return session.paymentMethodCollection === "always" || !startsWithTrial(session);
}

function knownEmail(account: Account, session: CheckoutSessionRecord): string | null {
  if (session.customer === null) return session.customerEmail;
  return account.store.customer(session.customer).email;
}

function blankInput(account: Account, session: CheckoutSessionRecord): Input {
  const customer = session.customer === null ? null : account.store.customer(session.customer);
  return { cardNumber: "", expiry: "", cvc: "", name: customer?.name ?? "", email: "" };
}

function checkoutPage(
  account: Account,
  session: CheckoutSessionRecord,
  input: Input,
  error: string | null,
): Response {
  const label = startsWithTrial(session) ? "Start trial" : "Subscribe";
  const body = `<div class="columns">
<section aria-labelledby="order">${backLink(session)}${orderHtml(account, session)}</section>
<form class="card" method="post" action="/c/pay/${session.id}">
${error === null ? "" : `<p role="alert">${escapeHtml(error)}</p>`}
${emailHtml(knownEmail(account, session), input.email)}
${needsCard(session) ? cardFieldsHtml(input) : `<p class="muted">No card needed to start the trial.</p>`}
<p><button class="wide">${label}</button></p>
${needsCard(session) ? TEST_CARDS_HTML : ""}
</form></div>`;
  const title = `${label}: ${account.store.price(session.price).productName}`;
  return stripePage(title, body, error === null ? 200 : 402);
}

function orderHtml(account: Account, session: CheckoutSessionRecord): string {
  const price = account.store.price(session.price);
  const name = escapeHtml(price.productName);
  const trial = startsWithTrial(session);
  const today = formatAmount(trial ? 0 : price.unitAmount * session.quantity, price.currency);
  return `<h1 id="order" class="muted" style="font-size:1.1rem;margin-top:1rem">${trial ? "Try" : "Subscribe to"} ${name}</h1>
${priceHtml(account, session)}
<table><tr><td>${name}${session.quantity > 1 ? ` × ${session.quantity}` : ""}</td>
<td class="amount">${formatPrice(price, session.quantity)}</td></tr>
<tr><td><strong>Total due today</strong></td><td class="amount"><strong>${today}</strong></td></tr></table>`;
}

function backLink(session: CheckoutSessionRecord): string {
  return session.cancelUrl === null ? "" : `<a href="${escapeHtml(session.cancelUrl)}">Back</a>`;
}

function priceHtml(account: Account, session: CheckoutSessionRecord): string {
  const price = formatPrice(account.store.price(session.price), session.quantity);
  const days =
    session.trialDays ??
    (session.trialEnd === null ? null : Math.round((session.trialEnd - account.clock.now()) / DAY));
  if (days === null) return `<p class="price">${price}</p>`;
  return `<p class="price">$0.00 today</p><p>${days} days free, then ${price}</p>`;
}

function emailHtml(known: string | null, typed: string): string {
  if (known !== null) return `<p><strong>Email</strong><br>${escapeHtml(known)}</p>`;
  return `<label>Email<input name="email" type="email" autocomplete="email" required value="${escapeHtml(typed)}"></label>`;
}

function authenticationPage(session: CheckoutSessionRecord, input: Input): Response {
  return stripePage(
    "3-D Secure",
    `<form class="card" method="post" action="/c/pay/${session.id}" style="max-width:28rem;margin:0 auto">
<h1>3-D Secure</h1>
<p>Your bank wants to know that it is you. This page stands for the bank’s own.</p>
${hiddenCardFieldsHtml(input)}<input type="hidden" name="email" value="${escapeHtml(input.email)}">
<p class="row"><button name="authentication" value="complete">Complete</button>
<button class="quiet" name="authentication" value="fail">Fail</button></p></form>`,
  );
}

function closedPage(session: FoundSession): Response {
  if (!session) {
    return messagePage("Page not found", "There is no such Checkout session.", 404);
  }
  const link = session.cancelUrl === null ? undefined : { url: session.cancelUrl, text: "Back" };
  return session.status === "complete"
    ? messagePage("You’re all done here", "This Checkout session has been paid already.", 410, link)
    : messagePage(
        "This page has expired",
        "Checkout sessions end after a while. Go back and choose again.",
        410,
        link,
      );
}
